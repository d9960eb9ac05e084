import { describe, expect, it } from 'vitest';
import type { PageNode } from '../tree/page-tree.ts';
import { itemsIn, leavesIn } from './lines/tree-queries.ts';
import { printChanges, type WholeView } from './print-changes.ts';
import { at, group, item, print, text } from './print-page.test-helpers.ts';

const fields = Array.from({ length: 20 }, (_, index) =>
  item({ id: `a${index}`, kind: 'textbox', name: `Field ${index}`, value: 'empty' }),
);
const form = (content: readonly PageNode[]) => [group('main', [group('form', content, { name: 'Order' })])];
const view = (content: readonly PageNode[], isFresh: (id: string) => boolean = () => false): WholeView => ({
  lines: print(content, { isFresh }).lines,
  elements: new Map(content.flatMap(itemsIn).map(({ element }) => [element.id, element])),
  texts: new Set(content.flatMap(leavesIn).map((leaf) => (leaf.type === 'text' ? leaf.text : ''))),
  scroll: 0,
});
const changes = (before: readonly PageNode[], now: readonly PageNode[]) =>
  printChanges(view(before), view(now));

describe('differences of two views', () => {
  it('are not told like that when something is different that prints no more', () => {
    const rows = (checked: boolean) =>
      group(
        'list',
        Array.from({ length: 30 }, (_, index) =>
          group(
            'entry',
            [
              item(
                {
                  ...{ id: `a${100 + index}`, kind: 'checkbox', name: `Row ${index}` },
                  flags: [checked && index === 25 ? 'checked' : 'unchecked'],
                },
                5_000,
              ),
            ],
            { box: at(5_000) },
          ),
        ),
      );
    const [before, now] = [true, false].map((checked) => [...fields, rows(checked)]);
    expect(view(before ?? []).lines.some(({ text: line }) => line.includes('Row 25'))).toBe(true);
    expect(changes(before ?? [], now ?? [])).toBeNull();
    expect(changes(before ?? [], before ?? [])).toEqual(['the rest is as before']);
  });

  it('do not call a text gone that is only folded, or may be far from the view by now', () => {
    const rows = (first: number) =>
      Array.from({ length: 30 }, (_, index) =>
        group('entry', [
          item({ id: `a${100 + index}`, name: 'Buy' }),
          text(`Lamp ${index}`, (index - first) * 100),
        ]),
      );
    const [before, now] = [0, 9].map((first) => view([...fields, ...fields, group('list', rows(first))]));
    if (!before || !now) throw new Error('There are two views.');
    expect(printChanges(before, now)?.join('\n') ?? '').not.toContain('gone');
    const gone = view([...fields, text('Saved')]);
    expect(printChanges(gone, view(fields))).toContain('gone: "Saved"');
    expect(printChanges(gone, { ...view(fields), scroll: 900 })).toEqual(['the rest is as before']);
  });

  it('are the changed lines under what they stand in, what is gone, and that the rest is as before', () => {
    const typed = item({ id: 'a4', kind: 'textbox', name: 'Field 4', value: 'x' });
    const before = form([...fields, text('Fill everything in')]);
    const now = form([
      ...fields.slice(0, 4),
      typed,
      ...fields.slice(5, 18),
      item({ id: 'a50', name: 'Send' }),
    ]);
    expect(changes(before, now)).toEqual([
      'main',
      '  form "Order"',
      '    a4 textbox "Field 4" =x',
      '    a50 button "Send"',
      'gone: a18, a19, "Fill everything in"',
      'the rest is as before',
    ]);
  });

  it('are nothing but that sentence when there are none; a mark of the new is none', () => {
    const once = view(form(fields), (id) => id === 'a3');
    expect(printChanges(once, view(form(fields)))).toEqual(['the rest is as before']);
    expect(printChanges(view(form(fields)), once)).toEqual(['the rest is as before']);
  });

  it('are not told when more than 30 % of the lines changed', () => {
    const now = form(
      fields.map((field, index) => (index < 8 ? item({ id: `b${index}`, name: `Other ${index}` }) : field)),
    );
    expect(changes(form(fields), now)).toBeNull();
    expect(changes(form(fields), [])).toBeNull();
  });

  it('tell a line that stands under something else now', () => {
    const moved = [group('main', [group('form', fields.slice(1), { name: 'Order' }), fields[0]!])];
    expect(changes(form(fields), moved)).toEqual([
      'main',
      '  a0 textbox "Field 0" =empty',
      'the rest is as before',
    ]);
  });
});
