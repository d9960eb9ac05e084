import { describe, expect, it } from 'vitest';

/** One promise of a driver, as a sentence and a function that rejects when it is not kept. */
export interface Check<Tested> {
  readonly name: string;
  run(tested: Tested): Promise<void>;
}

/** What belongs to a driver that is tested, and is closed after each check. */
export interface Closable {
  close?(): Promise<void>;
}

/** Registers a test for each check, each with a driver of its own. */
export function testChecks<Tested extends Closable>(
  title: string,
  checks: readonly Check<Tested>[],
  open: () => Promise<Tested>,
): void {
  describe(title, () => {
    it.each(checks.map((check) => [check.name, check] as const))('%s', async (_name, check) => {
      const tested = await open();
      try {
        await check.run(tested);
      } finally {
        await tested.close?.();
      }
    });
  });
}

/** Returns the names of the checks that a driver does not pass. */
export async function failedChecks<Tested extends Closable>(
  checks: readonly Check<Tested>[],
  open: () => Promise<Tested>,
): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const check of checks) {
    const tested = await open();
    await check.run(tested).catch(() => failed.push(check.name));
    await tested.close?.();
  }
  return failed;
}

/** Longest time in ms for what has to end by itself. */
const settleMs = 5_000;

/** Waits for a promise that has to end, in whatever way; fails when it does not. */
export async function settled<T>(promise: Promise<T>, what: string): Promise<PromiseSettledResult<T>> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), settleMs);
  const never = new Promise<'never'>((resolve) => {
    limit.signal.addEventListener('abort', () => resolve('never'), { once: true });
  });
  try {
    const [result] = await Promise.race([
      Promise.allSettled([promise]),
      never.then(() => [undefined] as const),
    ]);
    if (result === undefined) return expect.fail(`${what} did not end within ${settleMs} ms`);
    return result;
  } finally {
    clearTimeout(timer);
  }
}

/** The error of a call that has to be refused. */
export async function refusal(promise: Promise<unknown>, what: string): Promise<unknown> {
  const result = await settled(promise, what);
  if (result.status === 'fulfilled') return expect.fail(`${what} was not refused`);
  return result.reason;
}
