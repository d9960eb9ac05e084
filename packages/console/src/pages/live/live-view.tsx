import { EyeOff } from 'lucide-react';
import { type ReactNode, useCallback, useRef } from 'react';
import type { LiveSource } from '../../api/live.ts';
import { useToasts } from '../../components/toasts.tsx';
import { formatCount } from '../../lib/format.ts';
import { AddressForm, isErrorPage, unopened } from './address-form.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { ControlBar } from './control-bar.tsx';
import './live.css';
import { LiveScreen } from './live-screen.tsx';
import { useLive } from './use-live.ts';

/** The live picture of a browser with who has control of it, and `children` beside it. */
export function LiveView({
  source,
  isOver,
  agent,
  children,
}: {
  readonly source: LiveSource;
  /** Whether the run or session has ended; null while that is not known. */
  readonly isOver: boolean | null;
  /** Who acts while nobody has taken control; null: nobody. */
  readonly agent: string | null;
  readonly children: ReactNode;
}) {
  const live = useLive(source, isOver);
  const toasts = useToasts();
  const handBack = useRef<HTMLButtonElement>(null);
  const leave = useCallback(() => handBack.current?.focus(), []);
  const tellProblem = useCallback((text: string) => toasts.failed(new Error(text)), [toasts]);
  const { state, phase } = live.status;
  return (
    <div className="live">
      <div className="live-main">
        <ControlBar live={live} agent={agent} handBack={handBack} />
        <ConnectionNotice live={live} source={source} isOver={isOver === true} />
        <div className="live-address row">
          <span className="badge" data-tone={phase === 'open' ? 'ok' : 'plain'} data-phase={phase}>
            {phase === 'open' ? 'Live' : 'Not live'}
          </span>
          {state?.control === 'you' ? <HiddenTyped characters={live.status.hiddenTyped} /> : null}
          {state?.control === 'you' ? (
            <AddressForm url={state.url} onOpen={live.send} />
          ) : (
            <span className="truncate grow">
              {isErrorPage(state?.url) ? unopened : [state?.title, state?.url].filter(Boolean).join(' · ')}
            </span>
          )}
        </div>
        <LiveScreen
          state={state}
          canvas={live.canvas}
          isShown={live.paintedAt !== null}
          onInput={live.send}
          onLeave={leave}
          onProblem={tellProblem}
        />
      </div>
      <aside className="live-side" aria-label="What happens">
        {children}
      </aside>
    </div>
  );
}

/** Says that what is typed arrives, when the picture does not show it. */
function HiddenTyped({ characters }: { readonly characters: number | null }) {
  return (
    <span className={characters === null ? 'visually-hidden' : 'badge hidden-typed'} role="status">
      {characters === null ? null : (
        <>
          <EyeOff size={14} aria-hidden />
          <span className="hidden-typed-field">Hidden field:</span> {formatCount(characters, 'character')}{' '}
          typed
        </>
      )}
    </span>
  );
}
