import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { captureInTurn } from './capture-in-turn.ts';

const { signal } = new AbortController();
/** Only its identity counts. */
const somePage = (): Page => ({}) as Page;

test('captures of a page wait for each other, also after one that fails; those of other pages do not', async () => {
  const page = somePage();
  const told: string[] = [];
  const first = Promise.withResolvers<void>();
  const failing = captureInTurn(page, signal, async () => {
    told.push('first');
    await first.promise;
    told.push('first ends');
    throw new Error('no picture');
  });
  const second = captureInTurn(page, signal, async () => told.push('second'));
  await captureInTurn(somePage(), signal, async () => told.push('other page'));
  expect(told).toEqual(['first', 'other page']);
  first.resolve();
  await expect(failing).rejects.toThrow('no picture');
  await second;
  expect(told).toEqual(['first', 'other page', 'first ends', 'second']);
});

test('who gives up waiting is answered at once, and the next one still waits for the first', async () => {
  const page = somePage();
  const told: string[] = [];
  const first = Promise.withResolvers<void>();
  const running = captureInTurn(page, signal, () => first.promise);
  const impatient = new AbortController();
  const given = captureInTurn(page, impatient.signal, async () => told.push('given up'));
  const third = captureInTurn(page, signal, async () => told.push('third'));
  impatient.abort(new Error('too late'));
  await expect(given).rejects.toThrow('too late');
  expect(told).toEqual([]);
  first.resolve();
  await Promise.all([running, third]);
  expect(told).toEqual(['third']);
});
