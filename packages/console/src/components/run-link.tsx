import { Link } from '@tanstack/react-router';

/** Link to the page of a run. */
export function RunLink({ runId }: { readonly runId: string }) {
  // The path is a text here, because components do not know the table of pages.
  const to: string = '/runs/$runId';
  return (
    <Link to={to} params={{ runId } as never} className="mono">
      {runId}
    </Link>
  );
}
