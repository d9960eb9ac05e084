import { describe, expect, it } from 'vitest';
import { estimateTokens } from './budget/token-estimate.ts';
import { findText } from './find-text.ts';
import { createFoldTable } from './fold-table.ts';
import { createLinkTokens } from './link-tokens.ts';
import { at, body, cards, cell, group, item, print, text } from './print-page.test-helpers.ts';

const idsIn = (printed: string): readonly string[] => printed.match(/\ba\d+\b(?= link| button)/g) ?? [];

describe('a page of a thousand cards', () => {
  const shop = [
    group('main', [text('Lamps', 10, { level: 1 }), group('list', cards(1_000), { name: 'Results' })]),
  ];

  it('prints those in view, at least twelve, and one line for the others', () => {
    const lines = body(shop);
    expect(lines.slice(0, 4)).toEqual([
      'main',
      '  heading "Lamps"',
      '  list "Results" 1000 items',
      '    - a1000 link "Lamp number 0" /p/0  "0.90, Sale"  a1001 button "Add to cart"',
    ]);
    expect(lines.filter((line) => line.includes('button'))).toHaveLength(16);
    expect(lines.at(-1)).toBe('    +984 more like a1000 (expand g2)');
  });

  it('costs little, and stays within the budget while it is expanded part by part', () => {
    const folds = createFoldTable();
    expect(print(shop, { folds }).text.length).toBeLessThan(1_600);
    for (let part = 0; part < 20; part += 1) {
      folds.expand('g2');
      expect(estimateTokens(print(shop, { folds }).text)).toBeLessThanOrEqual(6_000);
    }
  });

  it('shows every card sooner or later to somebody who goes on expanding, then begins again', () => {
    const folds = createFoldTable();
    const seen = new Set(idsIn(print(shop, { folds }).text));
    let parts = 0;
    for (; seen.size < 2_000 && parts < 30; parts += 1) {
      const { found, message } = folds.expand('g2');
      expect(found).toBe(true);
      expect(message).toMatch(/^The next view prints list "Results" from \d+ of 1000 on/);
      for (const id of idsIn(print(shop, { folds }).text)) seen.add(id);
    }
    expect(seen.size).toBe(2_000);
    expect(parts).toBeLessThanOrEqual(12);
    expect(print(shop, { folds }).text).toContain('before like');
    folds.expand('g2');
    expect(print(shop, { folds }).text).toContain('- a1000 link');
  });

  it('finds any card by its text, with the ids in it', () => {
    const { tokenOf } = createLinkTokens();
    const find = (wanted: string) =>
      findText(shop, wanted, 8, { mode: 'action', url: '', nameLimit: 100, isFresh: () => false, tokenOf });
    for (const number of [0, 13, 500, 999]) {
      const { ids, message } = find(`lamp  NUMBER ${number}`);
      expect(ids.slice(0, 2)).toEqual([`a${1_000 + number * 2}`, `a${1_001 + number * 2}`]);
      expect(message).toContain(`main > "Lamps" > list "Results" > item ${number + 1} of 1000: `);
    }
    expect(find('number 999').count).toBe(1);
    expect(find('999.90 Sale').count).toBe(1);
    expect(find('sale 999.90').message).toMatch(
      /^Nothing says "sale 999.90", but all its words stand in 1 place/,
    );
    expect(find('chair')).toMatchObject({ count: 0, ids: [] });
  });

  it('shows what asks for attention wherever it stands', () => {
    const all = cards(100).map((card, index) =>
      index === 70
        ? { ...card, content: [item({ id: 'a9', name: 'Half', flags: ['focused'] }, 9_000), ...card.content] }
        : card,
    );
    const lines = body([group('list', all)]);
    expect(lines.find((line) => line.includes('focused'))).toContain('a9 button "Half"');
    expect(lines.filter((line) => line.includes(' more like '))).toEqual([
      '+54 more like a1000',
      '+29 more like a1000 (expand g1)',
    ]);
  });

  it('keeps its id while cards come and go, and loses what was expanded with the document', () => {
    const folds = createFoldTable();
    const all = cards(300);
    folds.begin('one');
    print([group('list', all)], { folds });
    folds.expand('g1');
    const later = print([group('nav', []), group('list', all.slice(5))], { folds }).text;
    expect(later).not.toContain('expand g2');
    folds.begin('two');
    expect(folds.expand('g1').found).toBe(false);
    expect(print([group('list', all)], { folds }).text).toContain('more like a1000 (expand g2)');
  });
});

describe('what folds', () => {
  it('is whatever repeats, with or without a list around it', () => {
    const links = Array.from({ length: 60 }, (_, index) =>
      item({ kind: 'link', name: `L${index}` }, 900 + index * 30),
    );
    expect(body([group('nav', links)])).toHaveLength(14);
    const pairs = Array.from({ length: 60 }, (_, index) => [
      text(`Name ${index}`, 900 + index * 30),
      item({ name: `Open ${index}` }, 900 + index * 30),
    ]).flat();
    expect(body(pairs).at(-1)).toMatch(/^\+48 more like a\d+ \(expand g1\)$/);
    const rows = Array.from({ length: 60 }, (_, index) =>
      group('row', [cell(`${index}`, 900 + index * 30)], {
        box: { x: 0, y: 900 + index * 30, width: 9, height: 9 },
      }),
    );
    expect(body([group('table', rows)]).at(-1)).toBe('  +48 more (expand g1)');
  });

  it('is not a form with many fields, nor a text with many paragraphs', () => {
    const fields = Array.from({ length: 40 }, (_, index) =>
      item({ kind: 'textbox', name: `F${index}`, value: 'empty' }),
    );
    expect(body([group('form', fields)])).toHaveLength(41);
    const paragraphs = Array.from({ length: 40 }, (_, index) => text(`Paragraph ${index}.`));
    expect(
      body(paragraphs)
        .join('\n')
        .match(/Paragraph/g),
    ).toHaveLength(40);
  });

  it('prints whole in one view when the request asks for it', () => {
    const folds = createFoldTable();
    const few = [group('list', cards(40))];
    print(few, { folds });
    const whole = folds.whileExpanded(['g1'], () => print(few, { folds }).text);
    expect(idsIn(whole)).toHaveLength(80);
    expect(idsIn(print(few, { folds }).text).length).toBeLessThan(40);
  });
});

describe('a select', () => {
  const options = Array.from({ length: 249 }, (_, index) => ({
    ...{ label: `Country | ${index} ${'x'.repeat(80)}`, value: `${index}`, selected: false },
  }));
  const select = item({ id: 'a13', kind: 'select', name: 'Country', value: 'Spain', options });

  it('prints how many options it has, and all of them once it is expanded', () => {
    const folds = createFoldTable();
    expect(body([select], { folds })).toEqual(['a13 select "Country" =Spain (249)']);
    expect(folds.expand('a13').message).toContain('the options of a13 "Country" from 1 of 249 on');
    const printed = body([select], { folds, budget: 20_000 }).join('\n');
    expect(printed.match(/Country {3}\d+/g)).toHaveLength(249);
    expect(printed).not.toContain('x'.repeat(60));
  });

  it('prints part by part when there are too many', () => {
    const folds = createFoldTable();
    const seen = new Set<string>();
    print([select], { folds, budget: 3_000 });
    for (let part = 0; part < 8; part += 1) {
      folds.expand('a13');
      for (const [found] of print([select], { folds, budget: 3_000 }).text.matchAll(/Country {3}\d+/g))
        seen.add(found);
    }
    expect(seen.size).toBe(249);
  });
});

describe('behind a modal layer', () => {
  it('a landmark is one line until it is expanded', () => {
    const folds = createFoldTable();
    const page = [
      group('main', [item({ id: 'a1', name: 'Under' })]),
      group('dialog', [item({ id: 'a2', name: 'Yes' })], { top: true, name: 'Sure?' }),
    ];
    expect(body(page, { folds, modal: true }).at(-1)).toBe('main  covered-by dialog (expand g1)');
    expect(folds.expand('g1').found).toBe(true);
    expect(body(page, { folds, modal: true }).slice(-2)).toEqual(['main', '  a1 button "Under"']);
  });
});

it('a message in a folded unit prints, and is not cut with its row', () => {
  const rows = Array.from({ length: 40 }, (_, index) =>
    group(
      'entry',
      [
        item(
          { id: `a${500 + index}`, kind: 'link', name: `Row ${index}`, href: 'https://a.example/' },
          3_000,
        ),
        text(index === 30 ? 'Card was refused' : 'Fine', 3_000, { message: index === 30 ? 'alert' : null }),
      ],
      { box: at(3_000) },
    ),
  );
  const { lines } = print([group('list', rows)], { budget: 100 });
  expect(lines.some(({ text: line }) => line.includes('Card was refused'))).toBe(true);
});
