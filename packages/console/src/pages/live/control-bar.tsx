import type { LiveCommand } from '@runwright/client';
import { ArrowLeft, ArrowRight, Hand, RefreshCw, Undo2 } from 'lucide-react';
import type { RefObject } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import { useNow } from '../../components/values.tsx';
import type { Live } from './use-live.ts';

/** Time in seconds before the idle limit from which on the rest is counted down. */
const countdownFrom = 60;

/** Says who has control, and takes it over or hands it back. */
export function ControlBar({
  live: { status, inputAt, send },
  agent,
  handBack,
}: {
  readonly live: Live;
  /** Who acts while nobody has taken control, such as `The agent`; null: nobody. */
  readonly agent: string | null;
  /** The button that gets the focus when the person leaves the picture. */
  readonly handBack: RefObject<HTMLButtonElement | null>;
}) {
  const { state, phase } = status;
  if (phase !== 'open' || state === null) return null;
  const { control, can_control: canControl, pending } = state;
  return (
    <section className="control-bar" data-control={control} aria-label="Control of the browser">
      <div className="grow" role="status">
        <strong>{whoHasControl(control, agent)}</strong>
        {control === 'you' ? (
          <span>
            Click and type in the picture
            <span className="keyboard-only">
              ; <kbd title="or Ctrl+Shift+Esc">F6</kbd> leaves it
            </span>
            . <IdleLimit seconds={status.idleSeconds} since={inputAt} />
          </span>
        ) : null}
        {pending ? <span>Waiting for the action that is under way…</span> : null}
        {canControl && control === 'nobody' && !pending ? (
          <span className="muted">
            Take over to click, type and open addresses
            {agent === null ? '.' : `; ${agent.toLowerCase()} waits then.`}
          </span>
        ) : null}
        {canControl || control !== 'nobody' ? null : (
          <span className="muted">This key may only watch: it lacks the scope run.</span>
        )}
      </div>
      {control === 'you' ? (
        <>
          <NavigationButtons send={send} />
          <Button
            ref={handBack}
            tone="primary"
            icon={<Undo2 size={16} aria-hidden />}
            onClick={() => send({ type: 'hand-back' })}
          >
            Hand back
          </Button>
        </>
      ) : null}
      {control === 'nobody' && canControl ? (
        <Button
          tone="primary"
          icon={<Hand size={16} aria-hidden />}
          busy={pending}
          onClick={() => send({ type: 'take-over' })}
        >
          Take over
        </Button>
      ) : null}
    </section>
  );
}

function whoHasControl(control: 'nobody' | 'you' | 'other', agent: string | null): string {
  if (control === 'you') return agent === null ? 'You have control.' : `You have control. ${agent} waits.`;
  if (control === 'other') return 'Another person has control.';
  return agent === null ? 'Nobody has control.' : `${agent} has control.`;
}

function IdleLimit({ seconds, since }: { readonly seconds: number | null; readonly since: number | null }) {
  const now = useNow(1000);
  if (seconds === null) return null;
  const left = since === null ? seconds : Math.max(0, seconds - Math.floor((now - since) / 1000));
  if (left <= countdownFrom)
    return <span className="problem-text">Handed back in {left} s unless you do something.</span>;
  return <span>Handed back after {Math.round(seconds / 60)} min without an input.</span>;
}

function NavigationButtons({ send }: { readonly send: (message: LiveCommand) => void }) {
  return (
    <nav className="row" aria-label="Navigation of the page">
      <IconButton
        label="Back"
        icon={<ArrowLeft size={18} aria-hidden />}
        onClick={() => send({ type: 'navigate', to: 'back' })}
      />
      <IconButton
        label="Forward"
        icon={<ArrowRight size={18} aria-hidden />}
        onClick={() => send({ type: 'navigate', to: 'forward' })}
      />
      <IconButton
        label="Reload"
        icon={<RefreshCw size={18} aria-hidden />}
        onClick={() => send({ type: 'navigate', to: 'reload' })}
      />
    </nav>
  );
}
