import { expect, it } from 'vitest';
import { findUnmaskedText } from './find-unmasked-text.ts';

const mask = (text: string): string => text.replaceAll(/fade-bead-cafe|(?<!\d)4711(?!\d)/g, '[secret]');
const find = async (texts: readonly string[], wanted: string): Promise<string | null> => {
  const found = await findUnmaskedText(texts, wanted, mask);
  return found && `${found.first.text}:${found.first.offset} to ${found.last.text}:${found.last.offset}`;
};

it('a text is found whatever its blanks and its case', async () => {
  expect(await find(['Your  order', '\n', ' is Ready'], 'ORDER is r')).toBe('0:6 to 2:4');
  expect(await find(['İstanbul is far'], 'is far')).toBe('0:9 to 0:14');
  expect(await find(['Your order'], 'none')).toBeNull();
  expect(await find(['Your order'], ' ')).toBeNull();
});

it('what is masked matches nothing', { tags: ['security'] }, async () => {
  expect(await find(['Typed: fade-bead-cafe today'], 'Typed: f')).toBeNull();
  expect(await find(['Typed: fade-bead-cafe today'], 'cafe')).toBeNull();
  expect(await find(['Typed: fade', '-bead-', 'cafe today'], 'Typed: fa')).toBeNull();
  expect(await find(['Number', '4711', '2 pieces'], '47')).toBeNull();
});

it('what stands around and behind a masked text is found', async () => {
  expect(await find(['Typed: fade-bead-cafe today'], 'today')).toBe('0:22 to 0:26');
  expect(await find(['Typed: fade-bead-cafe today'], 'typed:')).toBe('0:0 to 0:5');
  expect(await find(['fade-bead-cafe', 'a café', 'a cafe'], 'cafe')).toBe('2:2 to 2:5');
});

it('a page is masked once in a turn, however often it shows the text', { tags: ['security'] }, async () => {
  const texts = Array.from({ length: 40 }, () => ['fade-bead-', 'cafe ']).flat();
  let inTurn = 0;
  let mostInTurn = 0;
  const counting = (text: string): string => {
    if (text.length < 100) return mask(text);
    if (inTurn === 0) setImmediate(() => (inTurn = 0));
    inTurn += 1;
    mostInTurn = Math.max(mostInTurn, inTurn);
    return mask(text);
  };
  expect(await findUnmaskedText(texts, 'cafe', counting)).toBeNull();
  // The first turn masks it as it is, too.
  expect(mostInTurn).toBe(2);
});
