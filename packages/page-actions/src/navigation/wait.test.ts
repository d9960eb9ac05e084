import { expect, it } from 'vitest';

import type { ActionContext } from '../action-context.ts';
import type { ActionTab } from '../port.ts';
import { wait } from './wait.ts';

/** Creates the context of a page that shows `text` with its word `secret` masked; its clock advances by a second with each poll. */
function context(text: string): { readonly context: ActionContext; readonly looks: () => number } {
  let polls = 0;
  const tab = {
    reader: {
      seen: () => undefined,
      peek: async () => {
        polls += 1;
        return { text, elements: [] };
      },
    },
    activity: { changed: async () => undefined },
  };
  const mask = (shown: string): string => shown.replaceAll('secret', '[…]');
  const fake = {
    secrets: { mask, maskAll: mask, findMask: () => null } as unknown as ActionContext['secrets'],
    tab: tab as unknown as ActionTab,
    now: () => polls * 1_000,
    signal: new AbortController().signal,
  };
  return { context: fake as ActionContext, looks: () => polls };
}

it('a text that is shown ends the wait at the first poll', async () => {
  const page = context('Your order is  Ready');
  expect(
    await wait(page.context, { action_type: 'wait', for: 'text', value: 'order is ready' }),
  ).toMatchObject({ status: 'ok' });
  expect(page.looks()).toBe(1);
});

it('a wait ends after ten seconds', async () => {
  const page = context('Please wait');
  expect(await wait(page.context, { action_type: 'wait', for: 'gone', value: 'Please wait' })).toMatchObject({
    ...{ status: 'failed', code: 'timeout' },
  });
  expect(page.looks()).toBe(10);
});

it('what is masked on the page is not there for a wait', { tags: ['security'] }, async () => {
  const page = context('Typed: secret');
  const waitFor = (value: string) => wait(page.context, { action_type: 'wait', for: 'text', value });
  expect(await waitFor('Typed:')).toMatchObject({ status: 'ok' });
  expect(await waitFor('Typed: s')).toMatchObject({ status: 'failed', code: 'timeout' });
});
