import { TriangleAlert } from 'lucide-react';

/** Says in words that something is not as it should be, although it did not fail. */
export function WarningBadge({ text }: { readonly text: string }) {
  return (
    <span className="badge" data-tone="warn">
      <TriangleAlert size={14} aria-hidden />
      {text}
    </span>
  );
}
