import { describe, expect, it } from 'vitest';
import type { FramesRead } from '../frames/read-frames.ts';
import { elementsOf, type PageNode } from '../tree/page-tree.ts';
import { createFoldTable } from './fold-table.ts';
import { createLinkTokens } from './link-tokens.ts';
import { cards, group, item, text } from './print-page.test-helpers.ts';
import { createViewPrinter, type ViewRequest } from './view-printer.ts';

function tab() {
  const folds = createFoldTable();
  const views = createViewPrinter(createLinkTokens(), folds);
  let epoch = 0;
  const view = (content: readonly PageNode[], request: Partial<ViewRequest> = {}) => {
    epoch += 1;
    const frames = {
      ...{ content, unread: [], farText: 0, nodes: 1, places: [], modal: false },
      raw: {
        viewport: { width: 1_000, height: 800 },
        scroll: { x: 0, y: 0, width: 1_000, height: 800 },
      },
    } as unknown as FramesRead;
    const elements = elementsOf(content);
    const url = 'https://shop.example/';
    folds.begin(request.documentId ?? 'one');
    return views.print({
      ...{ mode: 'action', tab: 't1', tabs: 1, url, title: 'Shop', documentId: 'one', epoch },
      ...{ frames, elements },
      ...request,
    });
  };
  return { view, folds };
}

const buttons = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) =>
    item({ id: `a${from + index}`, kind: 'textbox', name: `F${from + index}` }),
  );

describe('what is new', () => {
  it('is marked in the next view to act on, whatever was read in between', () => {
    const { view } = tab();
    view(buttons(1, 20));
    const more = [...buttons(1, 20), item({ id: 'a30', name: 'New' })];
    expect(view(more, { mode: 'verify' }).text).toContain('button "New"');
    view(more, { mode: 'extract' });
    expect(view(more).text).toContain('*a30 button "New"');
    expect(view(more).text).not.toContain('*');
  });

  it('is not marked on another page, nor where almost everything is new', () => {
    const { view } = tab();
    expect(view(buttons(1, 40)).text).not.toContain('*');
    expect(view(buttons(31, 80)).text).not.toContain('*');
    expect(view([item({ id: 'a99', name: 'Next' })], { documentId: 'two' }).text).not.toContain('*');
  });
});

describe('a view since another one', () => {
  it('is made only against the last whole one', () => {
    const { view } = tab();
    const page = [group('main', buttons(1, 20))];
    view(page);
    expect(view(page, { since: 1 })).toMatchObject({
      since: 1,
      text: 'page "Shop" shop.example/\nthe rest is as before',
    });
    expect(view(page, { since: 2 }).since).toBeUndefined();
    expect(view(page, { since: 3 }).since).toBe(3);
    expect(view(page, { since: 3, documentId: 'two' }).since).toBeUndefined();
  });
});

describe('a request that expands', () => {
  it('shows the options of a long list part by part, each once, and begins anew after the last', () => {
    const { view, folds } = tab();
    const labels = Array.from({ length: 1_500 }, (_, index) => `Option${index}`);
    const options = labels.map((label) => ({ label, value: '', selected: false }));
    const page = [item({ id: 'a1', kind: 'select', name: 'Size', value: 'Option0', options })];
    view(page);
    const expanded = (): readonly string[] => {
      folds.expand('a1');
      return view(page).text.match(/(?<=[[ ])Option\d+(?=[\] ])/g) ?? [];
    };
    const shown: string[] = [];
    let parts = 0;
    for (; shown.length < labels.length; parts += 1) shown.push(...expanded());
    expect(shown).toEqual(labels);
    expect(parts).toBeGreaterThan(1);
    expect(expanded()[0]).toBe('Option0');
  });

  it('needs no view before it, and leaves the fold as it was', () => {
    const { view } = tab();
    const page = [group('list', cards(40)), text('end')];
    expect(view(page, { expand: ['g1'] }).text).toContain('Lamp number 39');
    expect(view(page).text).not.toContain('Lamp number 39');
  });

  it('has back what a tight budget leaves out of a landmark', () => {
    const { view, folds } = tab();
    const links = Array.from({ length: 8 }, (_, index) =>
      item({ kind: 'link', name: `Law ${index}` }, 5_000),
    );
    const page = [group('main', buttons(1, 40)), group('footer', links)];
    const tight = view(page, { budget: 307 });
    expect(tight.text).toMatch(/left out: 7 links in footer \(expand g2\)$/);
    expect(view(page, { budget: 200 }).text).toMatch(/left out: footer \(8 links, expand g2\)$/);
    expect(folds.expand('g2')).toEqual({ found: true, message: 'The next view prints footer whole.' });
    expect(view(page, { budget: 420 }).text).toContain('link "Law 7"');
  });
});
