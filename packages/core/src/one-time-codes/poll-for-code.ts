import type { Clock } from '@runwright/contract';

/** Time after which nobody waits for a code any more. */
export const codeWaitMs = 900_000;
const frequentMs = 60_000;

/**
 * Asks for a code until there is one: at once, every 5 s for the first minute, then every 10 s, for 15 minutes. Null when
 * there is none by then. Rejects with the signal's reason. `waiting` is called once, when the first answer is none.
 */
export async function pollForCode<Code>(
  ask: () => Promise<Code | null>,
  {
    clock,
    signal,
    waiting,
  }: { readonly clock: Clock; readonly signal: AbortSignal; readonly waiting: () => Promise<void> },
): Promise<Code | null> {
  const began = clock.now();
  for (let asked = 1; ; asked += 1) {
    signal.throwIfAborted();
    const found = await ask();
    if (found !== null) return found;
    if (asked === 1) await waiting();
    const elapsed = clock.now() - began;
    const left = codeWaitMs - elapsed;
    if (left <= 0) return null;
    await clock.sleep(Math.min(left, elapsed < frequentMs ? 5_000 : 10_000), { signal });
  }
}
