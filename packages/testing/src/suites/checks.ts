import { describe, expect, it } from 'vitest';

/** One promise of a driver, as a sentence and a function that rejects when it is not kept. */
export interface Check<Scene> {
  readonly name: string;
  run(scene: Scene): Promise<void>;
}

/** What belongs to a driver that is tested, and is closed after each check. */
export interface Closable {
  close?(): Promise<void>;
}

/** Registers a test for each check, each with a scene of its own. */
export function testChecks<Scene extends Closable>(
  title: string,
  checks: readonly Check<Scene>[],
  open: () => Promise<Scene>,
): void {
  describe(title, () => {
    it.each(checks.map((check) => [check.name, check] as const))('%s', async (_name, check) => {
      const scene = await open();
      try {
        await check.run(scene);
      } finally {
        await scene.close?.();
      }
    });
  });
}

/** Returns the names of the checks that a driver does not pass. */
export async function failedChecks<Scene extends Closable>(
  checks: readonly Check<Scene>[],
  open: () => Promise<Scene>,
): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const check of checks) {
    const scene = await open();
    await check.run(scene).catch(() => failed.push(check.name));
    await scene.close?.();
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
