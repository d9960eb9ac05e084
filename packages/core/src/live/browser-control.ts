import {
  type BrowserSession,
  type Clock,
  defaults,
  RunwrightError,
  type TakeOverEnd,
} from '@runwright/contract';
import type { KeyWatch } from '../api/api-keys-api.ts';
import type { LiveEvent, LivePerson, LiveView, TakeOverRefusal } from '../api/live-views-api.ts';
import { createCallGate } from './call-gate.ts';
import type { ControlGuest } from './control-guest.ts';
import { gatedSession } from './gated-session.ts';
import { beginTakeOver, type TakeOver } from './take-over.ts';

/** Who has control of a browser, and the views of people who watch it. */
export interface BrowserControl {
  /** The session, or a copy of it, as the agent gets it. */
  gate(session: BrowserSession, guest: ControlGuest): BrowserSession;
  /** A run begins to use the browser. `leave` hands back and refuses everybody after `close`; it resolves when that is on the timeline. */
  join(guest: ControlGuest): { leave(reason?: TakeOverEnd): Promise<void> };
  /** Opens a view until the key of the person ends, which is followed for as long. Throws `conflict` when the driver shows none. */
  open(person: LivePerson, key: KeyWatch): LiveView;
  /** Hands back, and gives control to nobody any more. */
  close(reason: TakeOverEnd): Promise<void>;
}

interface Viewer {
  readonly person: LivePerson;
  readonly key: KeyWatch;
  tell(event: LiveEvent): void;
}

interface Holding {
  readonly takeOver: TakeOver;
  readonly person: LivePerson;
  /** Null while the connection is lost. */
  viewer: Viewer | null;
  /** The viewer of the connection, also of one that is lost. */
  last: Viewer;
  /** Ends the wait for another connection. */
  grace: AbortController;
  ending: Promise<void> | null;
}

/** Creates the control of an open browser, which nobody has. */
export function createBrowserControl(session: BrowserSession, clock: Clock): BrowserControl {
  const gate = createCallGate();
  const viewers = new Set<Viewer>();
  let holding: Holding | null = null;
  let pending: { readonly viewer: Viewer } | null = null;
  let guest: ControlGuest | null = null;
  let handBacks = 0;
  let isClosed = false;
  const { idleSeconds, graceSeconds } = defaults.takeOver;

  session.gone.addEventListener('abort', () => void control.close('browser_gone'), { once: true });

  const control: BrowserControl = {
    gate: (given, { whileWaiting }) =>
      gatedSession(given, { gate, whileWaiting, handBacks: () => handBacks }),
    join(joined) {
      guest = joined;
      if (holding?.ending === null) holding.takeOver.tell(joined, holding.person);
      const stop = (): void => void handBack(reasonOf(joined.signal));
      joined.signal.addEventListener('abort', stop, { once: true });
      return {
        async leave(reason = 'run_ended') {
          joined.signal.removeEventListener('abort', stop);
          if (guest !== joined) return;
          await handBack(reason);
          guest = null;
        },
      };
    },
    open(person, key) {
      const { screencast } = session;
      if (!screencast) {
        key.stop();
        throw new RunwrightError('conflict', 'The browser has no live view: its driver shows none.');
      }
      return createView(person, key, (options) => session.screencast?.(options) ?? nothing());
    },
    async close(reason) {
      isClosed = true;
      pending?.viewer.tell(refused('ended'));
      pending = null;
      await handBack(reason);
      gate.open();
    },
  };
  return control;

  function createView(person: LivePerson, key: KeyWatch, frames: LiveView['frames']): LiveView {
    const listeners = new Set<(event: LiveEvent) => void>();
    const viewer: Viewer = {
      ...{ person, key },
      tell: (event) => {
        for (const listener of listeners) listener(event);
      },
    };
    viewers.add(viewer);
    key.ended.addEventListener('abort', () => end(viewer), { once: true });
    return {
      frames: ({ signal }) => frames({ signal: AbortSignal.any([signal, key.ended]) }),
      ended: key.ended,
      canControl: person.mayControl && session.manualControl !== undefined,
      get control() {
        if (holding === null) return 'nobody';
        return holding.viewer === viewer ? 'you' : 'other';
      },
      get isPending() {
        return pending?.viewer === viewer;
      },
      listen: (listener) => void listeners.add(listener),
      takeOver: () => void takeOver(viewer),
      send(input) {
        if (holding?.viewer !== viewer || holding.ending) return 'no_control';
        return holding.takeOver.send(input) ? 'queued' : 'too_many';
      },
      handBack() {
        cancelPending(viewer);
        const own = holding;
        if (own?.viewer === viewer) void own.takeOver.drain().then(() => endIfStill(own, 'person'));
      },
      leave: () => leave(viewer),
    };
  }

  async function takeOver(viewer: Viewer): Promise<void> {
    const reason = refusalOf(viewer);
    if (reason !== null) return viewer.tell(refused(reason));
    if (pending) return;
    if (holding) return resume(holding, viewer);
    const asked = { viewer };
    pending = asked;
    tellChange();
    await gate.close();
    // They may have left or asked for nothing any more, and the browser or the run may have ended.
    if (pending !== asked) return;
    pending = null;
    const manual = session.manualControl?.();
    if (!manual) {
      gate.open();
      return viewer.tell(refused('unsupported'));
    }
    const started = beginTakeOver({
      clock,
      manual,
      onFailure: (message) => holding?.viewer?.tell({ type: 'input-failed', message }),
      onHiddenTyped: (characters) => holding?.viewer?.tell({ type: 'hidden-typed', characters }),
    });
    const own: Holding = {
      ...{ takeOver: started, person: viewer.person, viewer, last: viewer },
      ...{ grace: new AbortController(), ending: null },
    };
    holding = own;
    started.tell(guest, viewer.person);
    void started.idle.then(() => endIfStill(own, 'idle'));
    viewer.tell({ type: 'granted', idleSeconds });
    tellChange();
  }

  function refusalOf(viewer: Viewer): TakeOverRefusal | null {
    if (!viewer.person.mayControl) return 'not_allowed';
    if (!session.manualControl) return 'unsupported';
    if (isClosed || session.gone.aborted) return 'ended';
    if (pending?.viewer === viewer) return null;
    if (pending !== null || holding?.ending) return 'taken';
    if (holding === null || holding.viewer === viewer) return null;
    const isSame = viewer.person.apiKeyId !== null && holding.person.apiKeyId === viewer.person.apiKeyId;
    return holding.viewer === null && isSame ? null : 'taken';
  }

  /** The same person asks again, by this connection or by another one. */
  function resume(own: Holding, viewer: Viewer): void {
    own.grace.abort();
    own.viewer = viewer;
    own.last = viewer;
    viewer.tell({ type: 'granted', idleSeconds });
    tellChange();
  }

  function leave(viewer: Viewer): void {
    if (!viewers.delete(viewer)) return;
    cancelPending(viewer);
    const own = holding;
    if (own?.viewer !== viewer) {
      viewer.key.stop();
      return;
    }
    own.viewer = null;
    own.grace = new AbortController();
    // The key is followed on: nobody else gets control meanwhile, and nobody may come back with a key that has ended.
    clock
      .sleep(graceSeconds * 1000, { signal: own.grace.signal })
      .then(
        () => endIfStill(own, 'closed'),
        () => undefined,
      )
      .finally(() => viewer.key.stop());
    tellChange();
  }

  /** The key of a viewer has ended. */
  function end(viewer: Viewer): void {
    leave(viewer);
    if (holding !== null && holding.viewer === null && holding.last === viewer) void handBack('closed');
  }

  function cancelPending(viewer: Viewer): void {
    if (pending?.viewer !== viewer) return;
    pending = null;
    gate.open();
    tellChange();
  }

  async function endIfStill(own: Holding, reason: TakeOverEnd): Promise<void> {
    if (holding === own) await handBack(reason);
  }

  async function handBack(reason: TakeOverEnd): Promise<void> {
    const own = holding;
    if (own === null) return;
    own.ending ??= endTakeOver(own, reason);
    await own.ending;
  }

  async function endTakeOver(own: Holding, reason: TakeOverEnd): Promise<void> {
    const { viewer } = own;
    own.grace.abort();
    await own.takeOver.end(reason);
    handBacks += 1;
    holding = null;
    gate.open();
    viewer?.tell({ type: 'handed-back', reason, message: endMessages[reason] });
    tellChange();
  }

  function tellChange(): void {
    for (const viewer of viewers) viewer.tell({ type: 'control' });
  }
}

function refused(reason: TakeOverRefusal): LiveEvent {
  return { type: 'refused', reason, message: refusals[reason] };
}

const refusals: Readonly<Record<TakeOverRefusal, string>> = {
  not_allowed:
    'This connection may only watch. Ask for a token with `{ "control": true }`, with a key that has the scope `run`.',
  taken: 'Another person has control of this browser, or has asked for it. Try again when it is handed back.',
  unsupported: 'The driver of this browser takes no input of people.',
  ended: 'The run or its browser has ended.',
};

const endMessages: Readonly<Record<TakeOverEnd, string>> = {
  person: 'You have handed control back.',
  idle: `Control was handed back because no input came for ${defaults.takeOver.idleSeconds / 60} minutes.`,
  closed: 'Control was handed back because the connection was lost.',
  run_canceled: 'Control was handed back because the run was canceled.',
  run_ended: 'Control was handed back because the run has ended, or goes on in another process.',
  browser_gone: 'The browser is gone.',
};

function reasonOf({ reason }: AbortSignal): TakeOverEnd {
  return RunwrightError.is(reason) && reason.code === 'canceled' ? 'run_canceled' : 'run_ended';
}

async function* nothing(): AsyncGenerator<never> {}
