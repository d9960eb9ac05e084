import type { PageAction } from '@runwright/contract';
import { expect, it } from 'vitest';
import { fakePage } from '../fake-browser.test-helpers.ts';
import { replaceCrashedTab, withCrash } from './crash-recovery.ts';
import type { Tab, Tabs } from './tabs.ts';

function tabThatCrashes() {
  const crash = new AbortController();
  const { page } = fakePage('https://shop.example/orders');
  const tab = { page, crashed: crash.signal, hasCrashed: () => crash.signal.aborted } as unknown as Tab;
  const replaced: Tab[] = [];
  const tabs = {
    active: async () => tab,
    async replaceCrashed(old: Tab) {
      replaced.push(old);
      return old;
    },
  } as unknown as Tabs;
  return { tab, tabs, replaced, crash: () => crash.abort(new Error('The page of tab t1 has crashed.')) };
}

const reload: PageAction = { action_type: 'reload_page' };
const click: PageAction = { action_type: 'click', id: 'a1' };

it('a reload of a crashed page opens its address in a new one; another action that leaves it stays as it is', async () => {
  const { tab, tabs, replaced, crash } = tabThatCrashes();
  expect(await replaceCrashedTab(tabs, reload)).toBe(reload);
  crash();
  expect(await replaceCrashedTab(tabs, reload)).toEqual({
    action_type: 'goto_url',
    url: 'https://shop.example/orders',
  });
  const goto: PageAction = { action_type: 'goto_url', url: 'https://shop.example/' };
  expect(await replaceCrashedTab(tabs, goto)).toBe(goto);
  expect(replaced).toEqual([tab, tab]);
});

it('an action that stays on the page replaces nothing', async () => {
  const { tabs, replaced, crash } = tabThatCrashes();
  crash();
  expect(await replaceCrashedTab(tabs, click)).toBe(click);
  expect(replaced).toEqual([]);
});

it('a crash ends the work on a tab with its error, and aborts its signal', async () => {
  const { tab, crash } = tabThatCrashes();
  const { signal } = new AbortController();
  let ended: AbortSignal | undefined;
  const working = withCrash(tab, signal, (own) => {
    ended = own;
    return new Promise(() => undefined);
  });
  crash();
  await expect(working).rejects.toThrow('has crashed');
  expect(ended?.aborted).toBe(true);
  await expect(withCrash(tab, signal, async () => 'unreached')).rejects.toThrow('has crashed');
});

it('work that ends returns its result, and its signal follows that of the caller', async () => {
  const { tab } = tabThatCrashes();
  const caller = new AbortController();
  let own: AbortSignal | undefined;
  const result = await withCrash(tab, caller.signal, async (signal) => {
    own = signal;
    return 'done';
  });
  expect(result).toBe('done');
  caller.abort();
  expect(own?.aborted).toBe(true);
});
