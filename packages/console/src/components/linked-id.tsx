import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Leads to the page of a record below `section`, such as `/runs`, when the router has one. Shows the id unless it has a text. */
export function LinkedId({
  section,
  id,
  children = <span className="mono">{id}</span>,
}: {
  readonly section: string;
  readonly id: string;
  readonly children?: ReactNode;
}) {
  const { routesByPath } = useRouter();
  const pattern = new RegExp(`^${section}/\\$\\w+$`);
  if (!Object.keys(routesByPath).some((path) => pattern.test(path))) return children;
  const to: string = `${section}/${encodeURIComponent(id)}`;
  return <Link to={to}>{children}</Link>;
}
