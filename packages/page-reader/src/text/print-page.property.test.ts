import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PageNode } from '../tree/page-tree.ts';
import { estimateTokens } from './budget/token-estimate.ts';
import { itemsIn } from './lines/tree-queries.ts';
import { group, image, item, print, text } from './print-page.test-helpers.ts';

/** Descriptions of nodes; they become nodes with ids of their own, one after the other. */
type Sketch =
  | {
      readonly type: 'item';
      readonly kind: string;
      readonly name: string;
      readonly y: number;
      readonly flag: string;
    }
  | { readonly type: 'text' | 'image'; readonly name: string; readonly y: number; readonly level: number }
  | {
      readonly type: 'group';
      readonly role: string;
      readonly name: string;
      readonly content: readonly Sketch[];
    }
  | { readonly type: 'many'; readonly count: number; readonly content: readonly Sketch[] };

const name = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.constantFrom('', 'Buy', 'a9 button', '"', '+3 more like a1'),
);
const y = fc.integer({ min: -3_000, max: 6_000 });
const sketch = fc.letrec<{ node: Sketch }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.record({
      type: fc.constant('item' as const),
      ...{ name, y },
      kind: fc.constantFrom('button', 'link', 'textbox', 'item', 'scroll', 'checkbox'),
      flag: fc.constantFrom('', '', 'offscreen', 'focused', 'checked', 'disabled'),
    }),
    fc.record({
      type: fc.constantFrom('text' as const, 'image' as const),
      name,
      y,
      level: fc.constantFrom(0, 0, 2),
    }),
    fc.record({
      type: fc.constant('group' as const),
      role: fc.constantFrom(
        'main',
        'nav',
        'form',
        'list',
        'table',
        'row',
        'entry',
        'cell',
        'dialog',
        'footer',
      ),
      name,
      content: fc.array(tie('node'), { maxLength: 6 }),
    }),
    fc.record({
      type: fc.constant('many' as const),
      count: fc.integer({ min: 10, max: 40 }),
      content: fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
    }),
  ),
})).node;

function build(sketches: readonly Sketch[]): readonly PageNode[] {
  let number = 0;
  const make = (from: Sketch): readonly PageNode[] => {
    if (from.type === 'many') {
      const count = number > 300 ? 1 : from.count;
      return Array.from({ length: count }, () => from.content.flatMap(make)).flat();
    }
    if (from.type === 'group') return [group(from.role, from.content.flatMap(make), { name: from.name })];
    if (from.type !== 'item') {
      const { name: words, y: top, level } = from;
      return [from.type === 'text' ? text(words || 'x', top, { level }) : image(words || 'x', '', top)];
    }
    number += 1;
    const flags = from.flag === '' ? [] : [from.flag];
    return [item({ id: `a${number}`, kind: from.kind, name: from.name, flags }, from.y)];
  };
  return sketches.flatMap(make);
}

const page = fc.array(sketch, { maxLength: 8 }).map(build);
const budgets = fc.constantFrom(150, 400, 1_000, 6_000, 20_000);

it('every listed id is printed, folded into a named group, or counted in what is left out', () => {
  fc.assert(
    fc.property(page, budgets, fc.boolean(), (content, budget, modal) => {
      const all = content.flatMap(itemsIn);
      const { text: whole, leaves, folded, leftOut } = print(content, { budget, modal });
      const printed = leaves.filter(({ type }) => type === 'item');
      const hidden = folded.filter(({ type }) => type === 'item');
      const counted = leftOut
        .filter((sentence) => !sentence.includes('characters of text'))
        .flatMap((sentence) => sentence.replaceAll(/"[^"]*"|expand g\d+/g, '').match(/\d+/g) ?? [])
        .reduce((sum, count) => sum + Number(count), 0);
      expect(new Set([...printed, ...hidden]).size).toBe(printed.length + hidden.length);
      expect(printed.length + hidden.length + counted).toBe(all.length);
      for (const leaf of printed) {
        const { id } = leaf.type === 'item' ? leaf.element : { id: '' };
        expect(whole).toMatch(new RegExp(`(^|\\s)${id}(?!\\w)`));
      }
      if (hidden.length > 0) expect(whole).toMatch(/\(expand g\d+\)/);
    }),
    { numRuns: 25 },
  );
});

const staysWithin = fc.property(page, budgets, (content, budget) => {
  const tokens = estimateTokens(print(content, { budget }).text);
  const least = estimateTokens(print(content, { budget: 1 }).text) + 120;
  expect(tokens).toBeLessThanOrEqual(Math.max(budget, least));
  expect(tokens).toBeLessThanOrEqual(20_000);
});

it('no text is longer than its budget, except for what is never cut, and none goes beyond the ceiling', () => {
  fc.assert(staysWithin, { numRuns: 25 });
});

it('what deep lines are indented by counts in the budget', () => {
  fc.assert(staysWithin, { seed: 1_577_658_682, path: '35', endOnFailure: true });
});

it('every line is well-formed Unicode, and no text of the page looks like a line of ours', () => {
  fc.assert(
    fc.property(page, (content) => {
      const { text: whole } = print(content);
      expect(whole.isWellFormed()).toBe(true);
      const ids = new Set(content.flatMap(itemsIn).map(({ element }) => element.id));
      for (const line of whole.split('\n').slice(1)) {
        const [, found] = /^\s*(?:- )?\*?([a-z]+\d+) ["a-z]/.exec(line.replaceAll(/"[^"]*"/g, '""')) ?? [];
        if (found !== undefined) expect(ids.has(found)).toBe(true);
      }
    }),
    { numRuns: 25 },
  );
});
