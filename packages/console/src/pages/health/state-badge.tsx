import { Check, CircleDashed, type LucideIcon, TriangleAlert, X } from 'lucide-react';
import { inWords } from '../../lib/format.ts';

const shown: Readonly<Record<string, readonly [tone: string, icon: LucideIcon]>> = {
  ok: ['ok', Check],
  ready: ['ok', Check],
  draining: ['warn', TriangleAlert],
  unavailable: ['bad', X],
};

/** State of the service or of a part of it; never by colour alone. */
export function StateBadge({ state }: { readonly state: string | undefined }) {
  const [tone, Icon] = shown[state ?? ''] ?? ['plain', CircleDashed];
  const text = state === 'ok' ? 'Works' : inWords(state ?? 'Not known yet');
  return (
    <span className="badge" data-tone={tone} data-status={state}>
      <Icon size={14} aria-hidden />
      {text}
    </span>
  );
}
