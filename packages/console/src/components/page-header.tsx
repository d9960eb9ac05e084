import { type ReactNode, useEffect } from 'react';

/** Title of a page, also of the browser's tab, a line below it, and its actions. */
export function PageHeader({
  title,
  children,
  actions,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Runwright`;
  }, [title]);
  return (
    <header className="page-header">
      <div className="title">
        <h1>{title}</h1>
        {children}
      </div>
      {actions ? <div className="row">{actions}</div> : null}
    </header>
  );
}
