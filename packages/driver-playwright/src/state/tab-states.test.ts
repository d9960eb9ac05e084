import type { PageDriver } from '@runwright/contract';
import { expect, it } from 'vitest';
import { fakeContext, fakePage, settled } from '../fake-browser.test-helpers.ts';
import { followTabs } from '../tabs/browser-tabs.ts';
import { loadTabs } from './tab-states.ts';

it('tabs are opened in their order, and the one that was active is in front again', async () => {
  const { context } = fakeContext([fakePage('about:blank')]);
  const { main: tabs } = await followTabs(context, () => 0, {
    ...{ downloadsPath: '/nowhere', closedShadow: false, connection: 'protocol' },
  });
  await settled();
  const visited: unknown[] = [];
  const page = {
    act: async (action: { readonly url?: string }) => {
      visited.push([(await tabs.active()).name, action.url]);
      return { status: 'ok' };
    },
  } as unknown as PageDriver;
  const urls = ['https://shop.example/a', 'https://shop.example/b', 'https://shop.example/c'];
  const states = urls.map((url, index) => ({ url, active: index === 1 }));
  expect(await loadTabs({ tabs, page }, states, new AbortController().signal)).toBe(3);
  expect(visited).toEqual([
    ['t1', urls[0]],
    ['t2', urls[1]],
    ['t3', urls[2]],
  ]);
  expect(tabs.all().map(({ active }) => active)).toEqual([false, true, false]);
});
