import { describe, expect, it } from 'vitest';
import type { PageNode } from '../../tree/page-tree.ts';
import { estimateTokens } from '../budget/token-estimate.ts';
import { createLinkTokens } from '../link-tokens.ts';
import { cards, cell, group, image, item, text } from '../print-page.test-helpers.ts';
import { extractText } from './extract-text.ts';

const links = createLinkTokens();
const extract = (content: readonly PageNode[], budget = Number.POSITIVE_INFINITY) =>
  extractText(
    'page "Shop" shop.example/',
    content,
    { url: 'https://shop.example/', tokenOf: links.tokenOf },
    { budget, bytesPerToken: 3.6, unread: [] },
  );

const columns = group('columns', [cell('Part'), cell('Price')]);
const rows = (length: number) =>
  Array.from({ length }, (_, index) => group('row', [cell(`Part ${index}`), cell(`${index}.00`)]));

describe('a text to take data from', () => {
  it('holds tables as rows, links and pictures as tokens, values of fields, and no ids', () => {
    const { text: whole, parts } = extract([
      text('Stock', 10, { level: 2 }),
      group('table', [columns, ...rows(2)], { name: 'Parts' }),
      item({ kind: 'link', name: 'Next', href: 'https://shop.example/p/2' }),
      image('A lamp', 'https://shop.example/lamp.png'),
      item({ kind: 'textbox', name: 'City', value: 'Ghent' }),
      item({ kind: 'checkbox', name: 'Gift', flags: ['unchecked'] }),
    ]);
    expect(whole.split('\n')).toEqual([
      'page "Shop" shop.example/',
      '## Stock',
      'table "Parts"',
      '  | Part | Price |',
      '  | Part 0 | 0.00 |',
      '  | Part 1 | 1.00 |',
      'Next {L1}',
      'image "A lamp" {L2}',
      'City: Ghent',
      'Gift: unchecked',
    ]);
    expect(parts).toEqual([whole]);
  });

  it('keeps empty cells, escapes the signs between cells, and leaves quotes as they are', () => {
    const row = group('row', [cell('a | b'), group('cell', []), cell('13" \\'), cell('c \\| d')]);
    const { text: whole } = extract([group('table', [row], { name: 'The "best"' })]);
    expect(whole.split('\n').slice(1)).toEqual([
      String.raw`table "The \"best\""`,
      String.raw`  | a \| b |  | 13" \ | c \\\| d |`,
    ]);
  });

  it('holds a table inside a cell as one of its own below the row', () => {
    const inner = group('table', rows(1), { name: 'Parts' });
    const row = group('row', [cell('17'), group('cell', [inner]), cell('9.00')]);
    expect(
      extract([group('table', [row, ...rows(1)])])
        .text.split('\n')
        .slice(1),
    ).toEqual([
      '| 17 | (table 1) | 9.00 |',
      '  table 1 "Parts"',
      '    | Part 0 | 0.00 |',
      '| Part 0 | 0.00 |',
    ]);
  });

  it('tells the rows of a table without a name from those of the one above', () => {
    const { text: whole } = extract([group('table', rows(1)), group('table', [columns, ...rows(1)])]);
    expect(whole.split('\n').slice(1)).toEqual([
      '| Part 0 | 0.00 |',
      'table',
      '  | Part | Price |',
      '  | Part 0 | 0.00 |',
    ]);
  });

  it('has the whole name of a link on the line of its token, and its text not again', () => {
    const wholeName = `Lamp ${'of brass '.repeat(20)}now`;
    const link = { ...item({ kind: 'link', name: 'Lamp…now', href: 'https://shop.example/p/8' }), wholeName };
    const { text: whole } = extract([link, text('Lamp'), text(wholeName.slice(5)), text('next')]);
    expect(whole.split('\n').slice(1)).toEqual([expect.stringMatching(`^${wholeName} \\{L\\d+\\}$`), 'next']);
  });

  it('says once what a picture and a title lead to', () => {
    const link = () => item({ kind: 'link', name: 'Lamp', href: 'https://shop.example/p/9' });
    const { text: whole } = extract([group('entry', [link(), link(), text('9.90')])]);
    expect(whole.match(/Lamp/g)).toHaveLength(1);
  });

  it('keeps to a budget that is given, and says what is left out', () => {
    const { text: whole, leftOut } = extract([group('table', rows(3_000))], 2_000);
    expect(estimateTokens(whole)).toBeLessThanOrEqual(2_000);
    expect(leftOut[0]).toMatch(/^\d+ characters of text$/);
    expect(whole).toContain(`left out: ${leftOut[0]}`);
  });
});

describe('parts of a long text', () => {
  const long = [
    text('Stock', 10, { level: 1 }),
    text('Lamps', 10, { level: 2 }),
    group('table', [columns, ...rows(6_000)], { name: 'All' }),
    text('Vases', 10, { level: 2 }),
    group('table', [columns, ...rows(3_000)]),
    text('the end'),
  ];

  it('repeat the page, the headings above and the columns of a table that goes on', () => {
    const { parts } = extract(long);
    expect(parts.length).toBeGreaterThan(3);
    const [, second = ''] = parts;
    expect(second.split('\n').slice(0, 5)).toEqual([
      'page "Shop" shop.example/',
      '# Stock',
      '## Lamps',
      'table "All"',
      '  | Part | Price |',
    ]);
    expect(parts.at(-1)).toContain('the end');
    expect(parts.at(-1)?.split('\n')[2]).toBe('## Vases');
    expect(parts.at(-1)).not.toContain('table "All"');
  });

  it('repeat all rows that name the columns', () => {
    const years = group('columns', [cell('Part'), cell('2024'), group('cell', [])]);
    const quarters = group('columns', [cell('Part'), cell('Q1'), cell('Q2')]);
    const { parts } = extract([group('table', [years, quarters, ...rows(6_000)])]);
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts)
      expect(part.split('\n').slice(1, 3)).toEqual(['| Part | 2024 |  |', '| Part | Q1 | Q2 |']);
  });

  it('go on with a long row at the number of its column', () => {
    const row = group('row', [
      cell('1'),
      group('cell', []),
      cell('word '.repeat(40_000).trim()),
      cell('last'),
    ]);
    const { parts } = extract([row]);
    expect(parts.length).toBeGreaterThan(3);
    expect(parts[0]?.split('\n')[1]).toMatch(/^\| 1 \| {2}\| word word/);
    expect(parts[1]?.split('\n')[1]).toMatch(/^3\| word word/);
    expect(parts.at(-1)).toMatch(/ word \| last \|$/);
  });

  it('lose no line, repeat no row, and keep to the size', () => {
    const { parts } = extract(long);
    const found = parts.flatMap((part) => part.match(/\| Part \d+ \| \d+\.00 \|/g) ?? []);
    expect(found).toHaveLength(9_000);
    expect(found.slice(0, 6_000)).toEqual(
      Array.from({ length: 6_000 }, (_, index) => `| Part ${index} | ${index}.00 |`),
    );
    for (const part of parts) expect(estimateTokens(part)).toBeLessThanOrEqual(12_600);
  });

  it('begin where an entry begins', () => {
    const { parts } = extract([group('list', cards(2_000))]);
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) expect(part.split('\n')[1]).toMatch(/^Lamp number \d+ \{L\d+\}$/);
  });

  it('cut a text that is longer than a part between words', () => {
    const { parts } = extract([text(`${'word '.repeat(40_000)}end`)]);
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) expect(estimateTokens(part)).toBeLessThanOrEqual(12_600);
    expect(parts.join(' ').match(/\bword\b/g)).toHaveLength(40_000);
  });
});
