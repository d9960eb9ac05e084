import type { PageEvent } from '@runwright/contract';
import { expect, it } from 'vitest';
import { fakePage } from '../fake-browser.test-helpers.ts';
import { followFileChoosers } from './file-choosers.ts';

function followed() {
  const tab = fakePage();
  const events: PageEvent[] = [];
  const choosers = followFileChoosers(tab.page, (event) => events.push(event));
  const open = (isMultiple: boolean): void =>
    tab.emit('filechooser', { isMultiple: () => isMultiple, element: () => ({}) });
  return { choosers, events, open };
}

it('a chooser that opens while it is waited for is returned and not reported', async () => {
  const { choosers, events, open } = followed();
  const chooser = await choosers.waitForChooser(async () => open(true), 60_000);
  expect(chooser?.isMultiple()).toBe(true);
  expect(events).toEqual([]);
});

it('one that no caller waits for is reported, also after a wait that has failed', async () => {
  const { choosers, events, open } = followed();
  open(false);
  const failing = choosers.waitForChooser(() => Promise.reject(new Error('covered')), 60_000);
  await expect(failing).rejects.toThrow('covered');
  open(true);
  expect(events).toEqual([
    { type: 'file_chooser', multiple: false },
    { type: 'file_chooser', multiple: true },
  ]);
});

it('waiting ends without a chooser when none opens', async () => {
  const { choosers } = followed();
  expect(await choosers.waitForChooser(async () => undefined, 1)).toBeNull();
});
