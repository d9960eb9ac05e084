import { once } from 'node:events';
import type { CaptchaSolver, PageDriver } from '@runwright/contract';
import { expect, it } from 'vitest';
import type { ActionTab } from './port.ts';
import { solveCaptcha } from './solve-captcha.ts';

const action = { action_type: 'solve_captcha', kind: 'picture' } as const;
const page = {} as PageDriver;

/** Asks a solver about a page that does not change. */
function solve(
  solve: CaptchaSolver['solve'] | null,
  { timeoutMs = 60_000, signal = new AbortController().signal } = {},
) {
  return solveCaptcha(
    {
      tab: { url: () => 'https://shop.example/' } as ActionTab,
      page,
      solver: solve && { name: 'helper', solve },
      timeoutMs,
      secrets: { maskAll: (value) => JSON.parse(JSON.stringify(value).replaceAll('hunter2', '[secret]')) },
      now: () => 0,
      signal,
    },
    action,
  );
}

it('a captcha without a solver fails at once', async () => {
  expect(await solve(null)).toMatchObject({
    ...{ status: 'failed', code: 'bot_detection', message: expect.stringContaining('no solver') },
  });
});

it('the solver gets kind, address and page, and its message is masked', async () => {
  const asked: unknown[] = [];
  const result = await solve(async ({ signal: _, ...request }) => {
    asked.push(request);
    return { solved: false, message: 'The field holds hunter2.' };
  });
  expect(asked).toEqual([{ kind: 'picture', url: 'https://shop.example/', page }]);
  expect(result).toMatchObject({
    ...{ status: 'failed', code: 'bot_detection', message: 'The field holds [secret].' },
  });
});

it('a solver that throws fails the action with its reason', async () => {
  expect(await solve(() => Promise.reject(new Error('out of order')))).toMatchObject({
    ...{ code: 'bot_detection', message: '`helper` failed at the captcha: out of order.' },
  });
});

it('a solver that is late is stopped, and the action fails', async () => {
  let stopped: AbortSignal | undefined;
  const result = await solve(
    async ({ signal }) => {
      stopped = signal;
      await once(signal, 'abort');
      return new Promise(() => undefined);
    },
    { timeoutMs: 10 },
  );
  expect(stopped?.aborted).toBe(true);
  expect(result).toMatchObject({
    ...{ code: 'bot_detection', message: '`helper` did not solve the captcha within 0.01 s.' },
  });
});

it('the signal of the caller ends the action', async () => {
  const caller = new AbortController();
  const solving = solve(() => new Promise(() => undefined), { signal: caller.signal });
  caller.abort(new Error('canceled by the caller'));
  await expect(solving).rejects.toThrow('canceled by the caller');
});
