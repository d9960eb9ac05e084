import type { PageDriver, PageEvent } from '@runwright/contract';
import { expect, it } from 'vitest';
import { followDialogs } from './follow-dialogs.ts';

const dialog = (text: string): PageEvent => ({ type: 'dialog', kind: 'alert', text, decision: 'accepted' });

/** A page with some events, and a promise that is settled when all were read. */
function pageWith(events: readonly PageEvent[]) {
  const { promise: read, resolve } = Promise.withResolvers<void>();
  const page: Pick<PageDriver, 'events'> = {
    async *events() {
      yield* events;
      resolve();
    },
  };
  return { page: page as PageDriver, read };
}

it('tells each dialog once, without those that the result of an action tells', async () => {
  const { page, read } = pageWith([dialog('Saved.'), dialog('Late.')]);
  const dialogs = followDialogs(page, new AbortController().signal);
  await read;
  const results = ['1.1 click a1: clicked; alert "Saved." was accepted'];
  expect(dialogs.takeUntold(results)).toEqual(['alert "Late." was accepted']);
  expect(dialogs.takeUntold([])).toEqual([]);
  expect(dialogs.lines).toHaveLength(2);
  dialogs.stop();
});
