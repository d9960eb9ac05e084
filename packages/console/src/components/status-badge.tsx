import {
  Ban,
  Check,
  CircleDashed,
  CircleSlash,
  Clock,
  Hand,
  LoaderCircle,
  type LucideIcon,
  SkipForward,
  X,
} from 'lucide-react';
import { inWords } from '../lib/format.ts';

type Tone = 'ok' | 'bad' | 'warn' | 'busy' | 'plain';

const shown: Readonly<Record<string, readonly [Tone, LucideIcon]>> = {
  completed: ['ok', Check],
  active: ['ok', Check],
  published: ['ok', Check],
  delivered: ['ok', Check],
  failed: ['bad', X],
  timed_out: ['bad', Clock],
  terminated: ['warn', CircleSlash],
  canceled: ['plain', Ban],
  paused: ['warn', Hand],
  running: ['busy', LoaderCircle],
  sending: ['busy', LoaderCircle],
  skipped: ['plain', SkipForward],
  expired: ['plain', Clock],
  revoked: ['plain', Ban],
};

/** Status of a run, a block, an action or a delivery; never by colour alone. */
export function StatusBadge({
  status,
  icon,
}: {
  readonly status: string;
  /** Default: that of the status. */
  readonly icon?: LucideIcon;
}) {
  const [tone, own] = shown[status] ?? ['plain', CircleDashed];
  const Icon = icon ?? own;
  return (
    <span className="badge" data-tone={tone} data-status={status}>
      <Icon size={14} aria-hidden />
      {inWords(status)}
    </span>
  );
}
