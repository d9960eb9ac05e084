import { X } from 'lucide-react';
import { useState } from 'react';
import type { LiveSource } from '../../api/live.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { RunLink } from '../../components/run-link.tsx';
import { Loading } from '../../components/states.tsx';
import type { LiveStatus } from '../../lib/live/live-connection.ts';
import type { Live } from './use-live.ts';

/** Says why there is no picture or no control, and what follows. */
export function ConnectionNotice({
  live: { status, retry },
  source,
  isOver,
}: {
  readonly live: Live;
  readonly source: LiveSource;
  /** Whether the run or session has ended. */
  readonly isOver: boolean;
}) {
  return (
    <>
      {isOver && status.phase !== 'open' ? (
        <Over source={source} />
      ) : (
        <Connection status={status} retry={retry} what={nameOf(source)} />
      )}
      <ControlNotice notice={status.notice} />
    </>
  );
}

function nameOf({ kind }: LiveSource): string {
  return kind === 'run' ? 'run' : 'browser session';
}

function Over({ source }: { readonly source: LiveSource }) {
  return (
    <div className="notice" data-tone="busy" role="status">
      <strong>The {nameOf(source)} has ended: its browser is closed.</strong>
      {source.kind === 'run' ? (
        <span>
          The page of the run has its recording and its screenshots: <RunLink runId={source.id} />
        </span>
      ) : null}
    </div>
  );
}

function Connection({
  status: { phase, reason },
  retry,
  what,
}: {
  readonly status: LiveStatus;
  readonly retry: () => void;
  readonly what: string;
}) {
  if (phase === 'connecting') return <Loading label="Connecting…" />;
  if (phase === 'open') return null;
  const { tone, problem, next, action } = texts[phase];
  return (
    <div className="notice" data-tone={tone} role="status">
      <strong>{problem(what)}</strong>
      {reason ? <span>{reason}</span> : null}
      <span className="muted">{next}</span>
      <div>
        <Button small onClick={retry}>
          {action}
        </Button>
      </div>
    </div>
  );
}

interface PhaseText {
  readonly tone: 'bad' | 'warn' | 'busy';
  readonly problem: (what: string) => string;
  readonly next: string;
  readonly action: string;
}

const texts: Readonly<Record<'waiting' | 'lost' | 'ended' | 'refused', PhaseText>> = {
  waiting: {
    tone: 'busy',
    problem: (what) => `The ${what} has no browser to show now.`,
    next: 'The picture appears as soon as there is one.',
    action: 'Ask now',
  },
  lost: {
    tone: 'warn',
    problem: () => 'The connection is lost.',
    next: 'It is opened again by itself. Control is kept for 10 seconds.',
    action: 'Try now',
  },
  ended: {
    tone: 'busy',
    problem: () => 'The live view has ended.',
    next: 'The last picture stays.',
    action: 'Watch again',
  },
  refused: {
    tone: 'bad',
    problem: (what) => `This ${what} cannot be watched.`,
    next: 'Check the address and the organization of the key.',
    action: 'Try again',
  },
};

function ControlNotice({ notice }: { readonly notice: LiveStatus['notice'] }) {
  const [closed, setClosed] = useState<LiveStatus['notice']>(null);
  if (notice === null || notice === closed) return null;
  const { problem, tone } = noticeOf(notice);
  const isSaid = notice.type === 'handed-back' && notice.reason === 'person';
  return (
    <div className="notice control-notice" data-tone={tone} role="alert">
      <div>
        <strong>{problem}</strong> {isSaid ? null : <span>{notice.message}</span>}
      </div>
      <IconButton
        label="Close message"
        icon={<X size={16} aria-hidden />}
        onClick={() => setClosed(notice)}
      />
    </div>
  );
}

function noticeOf(notice: NonNullable<LiveStatus['notice']>): { problem: string; tone: PhaseText['tone'] } {
  if (notice.type === 'refused') return { problem: 'Control was refused.', tone: 'bad' };
  if (notice.type === 'error') return { problem: 'The input had no effect.', tone: 'warn' };
  return { problem: 'Control is handed back.', tone: notice.reason === 'person' ? 'busy' : 'warn' };
}
