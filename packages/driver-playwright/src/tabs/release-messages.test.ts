import { expect, it } from 'vitest';
import { fakePage } from '../fake-browser.test-helpers.ts';
import { releaseMessages } from './release-messages.ts';

it('the library does not keep what a page writes to its console, nor its errors', {
  tags: ['security'],
}, () => {
  let disposed = 0;
  const cleared: string[] = [];
  const clear = (what: string) => async () => void cleared.push(what);
  const tab = fakePage('https://shop.example/', {
    clearConsoleMessages: clear('messages'),
    clearPageErrors: clear('errors'),
  });
  releaseMessages(tab.page);
  const dispose = async () => {
    disposed += 1;
    throw new Error('Target closed');
  };
  const write = (text: string) => tab.emit('console', { text: () => text, args: () => [{ dispose }] });
  write('x'.repeat(1_000_000));
  expect(cleared).toEqual([]);
  write('x'.repeat(1_000_000));
  expect(cleared).toEqual(['messages', 'errors']);
  tab.emit('pageerror', new Error('x'.repeat(2_000_000)));
  expect(cleared).toHaveLength(4);
  for (let count = 0; count < 1_100; count += 1) write('');
  expect(cleared).toHaveLength(6);
  expect(disposed).toBe(1_102);
});
