import {
  type Clock,
  defaults,
  type ManualControl,
  type ManualInput,
  RunwrightError,
  type TakeOverEnd,
} from '@runwright/contract';
import type { ControlGuest } from './control-guest.ts';
import { createHiddenTyping } from './hidden-typing.ts';
import { createManualActionLog, type ManualActionLog } from './manual-action-log.ts';

/** The control of one person, from its grant to its end. */
export interface TakeOver {
  /** Queues an input; false when too many wait. */
  send(input: ManualInput): boolean;
  /** Resolves when the inputs so far are executed, or after a while. */
  drain(): Promise<void>;
  /** Writes what is done from now on to the timeline of a run; null for none. */
  tell(guest: ControlGuest | null, by: { readonly apiKeyId: string | null }): void;
  /** Ends it: reports how many inputs are left, releases keys and buttons, and writes the end. Resolves when all is done. */
  end(reason: TakeOverEnd): Promise<void>;
  /** Resolves when no input has come for the idle time; never after the end. */
  readonly idle: Promise<void>;
}

/** Time in ms for inputs that wait, and for the driver to release what is down. */
const drainMs = 10_000;
const releaseMs = 5_000;

/** Begins the control of a person. `onFailure` is told why an input had no effect, `onHiddenTyped` what `HiddenTyping` counts. */
export function beginTakeOver(options: {
  readonly clock: Clock;
  readonly manual: ManualControl;
  readonly onFailure: (message: string) => void;
  readonly onHiddenTyped: (characters: number | null) => void;
}): TakeOver {
  const { clock, manual, onFailure, onHiddenTyped } = options;
  const typing = createHiddenTyping(onHiddenTyped);
  const { idleSeconds, mostWaiting } = defaults.takeOver;
  const ended = new AbortController();
  const waiting: ManualInput[] = [];
  let working: Promise<void> | null = null;
  let lastInputAt = clock.now();
  let record: Record | null = null;

  return {
    send(input) {
      lastInputAt = clock.now();
      if (mergeInto(waiting, input)) return true;
      if (waiting.length >= mostWaiting) return false;
      waiting.push(input);
      working ??= work().finally(() => {
        working = null;
      });
      return true;
    },
    drain: () => within(drainMs, async () => working ?? undefined),
    tell(guest, by) {
      record = guest && beginRecord(guest, clock, by);
    },
    async end(reason) {
      const lost = waiting.splice(0).length + (working ? 1 : 0);
      ended.abort(new RunwrightError('canceled', 'The control of the person has ended.'));
      if (lost > 0)
        onFailure(
          `Control ended before the page had taken ${lost === 1 ? 'the last input' : `the last ${lost} inputs`}. Look at the page, take over again and repeat what is missing.`,
        );
      await within(releaseMs, () => manual.release());
      await record?.end(reason);
    },
    idle: idleEnd(),
  };

  async function work(): Promise<void> {
    for (let input = waiting.shift(); input && !ended.signal.aborted; input = waiting.shift()) {
      try {
        const target = await manual.send(input, { signal: ended.signal });
        record?.log.add(input, target);
        typing.add(input, target);
      } catch (error) {
        if (ended.signal.aborted) return;
        onFailure(RunwrightError.is(error) ? error.message : 'The page did not take the input.');
      }
    }
  }

  async function idleEnd(): Promise<void> {
    const { signal } = ended;
    for (;;) {
      const delayMs = lastInputAt + idleSeconds * 1000 - clock.now();
      if (delayMs <= 0) return;
      await clock.sleep(delayMs, { signal }).catch(() => undefined);
      // After the end nobody waits for it.
      if (signal.aborted) return new Promise(() => undefined);
    }
  }

  async function within(ms: number, wait: () => Promise<void>): Promise<void> {
    const done = new AbortController();
    const late = clock.sleep(ms, { signal: done.signal }).catch(() => undefined);
    await Promise.race([wait().catch(() => undefined), late]);
    done.abort();
  }
}

interface Record {
  readonly log: ManualActionLog;
  end(reason: TakeOverEnd): Promise<void>;
}

/** Writes a take-over to the timeline of a run, one event after the other. */
function beginRecord(
  guest: ControlGuest,
  clock: Clock,
  { apiKeyId }: { readonly apiKeyId: string | null },
): Record {
  const takeOverId = guest.makeId('tko');
  const startedAt = clock.now();
  let written = guest.record(takeOverId, { type: 'take-over-start', apiKeyId });
  const log = createManualActionLog((action) => {
    const event = { type: 'take-over-action', takeOverId, action } as const;
    written = written.then(() => guest.record(guest.makeId('act'), event));
  });
  return {
    log,
    async end(reason) {
      log.flush();
      const durationMs = clock.now() - startedAt;
      await written;
      await guest.record(takeOverId, { type: 'take-over-end', takeOverId, reason, durationMs });
    },
  };
}

/** Merges a move or wheel into the input before it, when that waits too; false for all others. */
function mergeInto(waiting: ManualInput[], input: ManualInput): boolean {
  const last = waiting.at(-1);
  if (!last) return false;
  const isMove = (one: ManualInput): boolean => one.type === 'mouse' && one.action === 'move';
  if (isMove(input) && isMove(last)) {
    waiting[waiting.length - 1] = input;
    return true;
  }
  if (input.type !== 'wheel' || last.type !== 'wheel') return false;
  const limit = (distance: number): number => Math.max(-10_000, Math.min(10_000, distance));
  waiting[waiting.length - 1] = { ...input, dx: limit(input.dx + last.dx), dy: limit(input.dy + last.dy) };
  return true;
}
