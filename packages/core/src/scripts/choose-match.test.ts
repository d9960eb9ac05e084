import type { TargetMatch } from '@runwright/contract';
import { expect, it } from 'vitest';
import { chooseMatch } from './choose-match.ts';

const match = (id: string, score: number, ...selectors: number[]): TargetMatch => ({ id, score, selectors });

it.each<[string, readonly TargetMatch[], ReturnType<typeof chooseMatch>]>([
  ['nothing', [], null],
  [
    'the element of the first selector',
    [match('a1', 1, 0, 2), match('a2', 0.95, 1)],
    { id: 'a1', foundBy: 'selector' },
  ],
  [
    'the element of a later selector when the first finds none',
    [match('a1', 0.7, 2)],
    { id: 'a1', foundBy: 'selector' },
  ],
  [
    'no element of a selector that is another one by its features',
    [match('a1', 0.55, 0), match('a2', 0.3)],
    null,
  ],
  [
    'no element of a selector when another one is clearly more similar',
    [match('a1', 0.8, 0), match('a2', 1)],
    { id: 'a2', foundBy: 'fingerprint' },
  ],
  [
    'the only very similar element',
    [match('a1', 0.85), match('a2', 0.75)],
    { id: 'a1', foundBy: 'fingerprint' },
  ],
  ['none of two that are as similar', [match('a1', 0.9), match('a2', 0.85)], null],
  ['no element that is only somewhat similar', [match('a1', 0.79)], null],
])('chooses %s', (_name, matches, chosen) => expect(chooseMatch(matches)).toEqual(chosen));
