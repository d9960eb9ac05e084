import { expect, it } from 'vitest';
import { matchTargets } from './match-targets.ts';

const limits = { timeoutMs: 1000, signal: new AbortController().signal };
const mask = (text: string): string => text.replaceAll('4711', '[secret]');

/** Searches a page with some texts, and returns what it was asked. */
async function search(selectors: readonly string[], isMasked = true) {
  const calls: [member: string, parameter: unknown][] = [];
  const target = { kind: 'button', name: 'PIN 4711', fingerprint: null, selectors, row: null };
  const reader = {
    letter: 'b',
    async callReader(member: string, parameter: unknown) {
      calls.push([member, parameter]);
      return member === 'targetTexts'
        ? JSON.stringify(['Save', 'PIN 4711', ''])
        : JSON.stringify({ matches: [[3, 0.5, [1]]] });
    },
  };
  const matches = await matchTargets(reader, target, isMasked ? mask : null, limits);
  return { target, calls, matches };
}

it('the texts of a page are compared as they are masked', { tags: ['security'] }, async () => {
  const { target, calls, matches } = await search(['button']);
  expect(calls).toEqual([
    ['targetTexts', target],
    ['findTargets', { ...target, seen: { texts: ['Save', 'PIN 4711', ''], masked: [[1, 'PIN [secret]']] } }],
  ]);
  expect(matches).toEqual([{ id: 'b3', score: 0.5, selectors: [1] }]);
});

it('texts are compared as they are when there is nothing to mask', async () => {
  const { target, calls } = await search(['//*[contains(., "47")]'], false);
  expect(calls).toEqual([['findTargets', { ...target, seen: null }]]);
});

it.each([
  ['#save', true],
  ['form > button[name="save"]:nth-of-type(2)', true],
  ["[data-testid='save'][disabled] >> a[href=next]", true],
  ['/html/body/div[2]/*[local-name()="my-button"][1]', true],
  ['role=button[name="PIN 4711"]', true],
  ['button[aria-label="PIN 4711"]', false],
  ['button[aria-label="PIN 47\\31 1"]', false],
  ['button[aria-label^="PIN 47"]', false],
  ['button[aria-label*=7]', false],
  ['button[aria-label="pin 47" i]', false],
  ['//button[contains(., "47")]', false],
  ['/html/body/button[. > 4000]', false],
])(
  'whether a page compares the selector %s with masked texts alone: %s',
  { tags: ['security'] },
  async (selector, isUsed) => {
    const { calls } = await search(['button', selector]);
    expect(calls.at(-1)?.[1]).toMatchObject({ selectors: ['button', isUsed ? selector : ''] });
  },
);
