import { expect, it } from 'vitest';
import type { Tab } from '../tabs/tabs.ts';
import type { ActionContext } from './hands.ts';
import { wait } from './wait.ts';

/** Hands over a page that shows `text`, and a clock that moves on by a second with each look at the page. */
function hands(text: string): { readonly hands: ActionContext; readonly looks: () => number } {
  let looks = 0;
  const tab = {
    reader: {
      seen: () => undefined,
      peek: async () => {
        looks += 1;
        return { text, elements: [] };
      },
    },
    activity: { changed: async () => undefined },
  };
  const fake = { tab: tab as unknown as Tab, now: () => looks * 1_000, signal: new AbortController().signal };
  return { hands: fake as ActionContext, looks: () => looks };
}

it('a text that is there ends the wait at the first look', async () => {
  const page = hands('Your order is  Ready');
  expect(await wait(page.hands, { action_type: 'wait', for: 'text', value: 'order is ready' })).toMatchObject(
    { status: 'ok' },
  );
  expect(page.looks()).toBe(1);
});

it('no wait is longer than ten seconds', async () => {
  const page = hands('Please wait');
  expect(await wait(page.hands, { action_type: 'wait', for: 'gone', value: 'Please wait' })).toMatchObject({
    ...{ status: 'failed', code: 'timeout' },
  });
  expect(page.looks()).toBe(10);
});
