import { Link } from '@tanstack/react-router';
import { EmptyState } from '../components/states.tsx';

/** Shown for an address that no page has. */
export function NotFoundPage() {
  return (
    <EmptyState title="No such page" action={<Link to="/">Go to the runs</Link>}>
      The address is mistyped, or what it showed is gone.
    </EmptyState>
  );
}
