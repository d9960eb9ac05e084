import type { PageView } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { tagged } from '../tagged.ts';
import type { FixtureSite } from './fixture-site.ts';
import type { SessionClient } from './session-client.ts';

/** Site and client of the suite, available while a test runs. */
export interface PageContext {
  readonly site: () => FixtureSite;
  readonly client: () => SessionClient;
}

/** Matches the page with two frames after both have loaded. */
export const bothFrames = /textbox "Card number".*textbox "Card number"/s;

/** Tests the content of a page view. */
export function testReading({ site, client }: PageContext): void {
  describe('reading', () => {
    const open = (path: string, shows?: RegExp) => client().open(`${site().url}${path}`, shows);
    /** Reads the page that is there if it has this path, else opens it: for tests that change nothing. */
    const look = async (path: string, shows?: RegExp): Promise<PageView> => {
      const tabs = await client().session.page.tabs();
      const isThere = tabs.find(({ active }) => active)?.url === `${site().url}${path}`;
      return isThere ? client().read() : open(path, shows);
    };

    it('names every field of a form with its value, state and format', async () => {
      const { text } = await look('/form');
      for (const line of [
        'form "Every field"',
        'textbox "Name" =empty required',
        'textbox "Password" =empty',
        'date "Day" =empty format:"yyyy-mm-dd" 2026-01-01..2026-12-31',
        'textbox "Note" =empty max:200',
        'select "Size" =Small [Small | Medium | Large]',
        'checkbox "Newsletter" unchecked',
        'radio "Card" unchecked',
        'switch "Night mode" unchecked',
        'textbox "Story" =empty',
        'textbox "Amount" =x invalid:"Enter a number"',
        'button "Not yet" disabled',
      ]) {
        expect(text).toContain(line);
      }
    });

    it('mode `verify` leaves out ids and hints', async () => {
      await look('/form');
      const { text } = await client().read('verify');
      expect(text).toContain('textbox "Name" =empty required');
      expect(text).not.toMatch(/\ba\d+ /);
      expect(text).not.toContain('format:');
    });

    it('lists what listens, whatever it is made of', async () => {
      const { text } = await look('/targets');
      for (const shown of [
        '"Listener row"',
        '"Pointer box"',
        'button "(trash)"',
        '"Cell with handler"',
        'button "In a shadow root"',
        'button "More" collapsed',
        'button "Skip" offscreen',
      ]) {
        expect(text).toContain(shown);
      }
      expect(text).toMatch(/button "Underneath" covered-by a\d+/);
    });

    it('lists nothing that nobody can see or use', async () => {
      const { text } = await look('/targets');
      for (const hidden of [
        ...['Not displayed', 'Not visible', 'Transparent', 'Clipped', 'Inside closed details'],
        ...['button "Inert"', '"No target"'],
      ]) {
        expect(text).not.toContain(hidden);
      }
    });

    it('a modal layer comes first, and what lies behind it shrinks to a line', async () => {
      const { text } = await open('/modal');
      expect(text.split('\n')[1]).toBe('dialog "Voucher"  top layer');
      expect(text).toContain('main  covered-by dialog');
      expect(text).not.toContain('"Also behind"');
    });

    it('frames of this and of another origin stand at their place, under letters of their own', async () => {
      const { text } = await look('/frames', bothFrames);
      expect(text).toContain(`"Same" ${new URL(site().url).host}`);
      expect(text).toContain(`"Other" ${new URL(site().elsewhere).host}`);
      expect(text.match(/[b-z]\d+ button "Press"/g)).toHaveLength(2);
      expect(text.match(/[b-z]\d+ textbox "Card number"/g)).toHaveLength(2);
    });

    it('artifacts name every element, find it by a selector and say whose frame it is in', async () => {
      const view = await look('/frames', bothFrames);
      const { tree, trimmed, css, xpath, frames } = await view.artifacts();
      const elements = view.elements();
      const pressed = elements.filter(({ name }) => name === 'Press');
      expect(pressed).toHaveLength(2);
      for (const { id } of pressed) {
        expect(css[id]).toBeTruthy();
        expect(xpath[id]).toMatch(/^\/html\//);
        expect(frames[id]?.url).toContain('/inner?');
        expect(frames[id]?.chain).toHaveLength(1);
      }
      expect(tree.filter((block) => 'id' in block)).toEqual(elements);
      expect(tree.length).toBeGreaterThanOrEqual(trimmed.length);
      expect(tree.every(({ box }) => box.width > 0)).toBe(true);
    });

    it('a table prints row by row, a long list its first entries and a count', async () => {
      const { text, links } = await look('/lists');
      expect(text).toContain('table "Stock" 2 rows');
      expect(text).toContain('row "Lamp | 39.80"');
      expect(text).toMatch(/- "Card 3" {2}a\d+ link "Open 3" \/item\/3/);
      expect(text).toMatch(/\+\d+ more like a\d+ \(expand g\d+\)/);
      expect(text).not.toContain('Open 99');
      const token = /link "Elsewhere"[^{]*\{(L\d+)\}/.exec(text)?.[1] ?? '';
      expect(links[token]).toBe('https://elsewhere.example/a/long/way');
    });

    it('mode `extract` holds everything without ids, tables as rows, links as tokens', async () => {
      await look('/lists');
      const { text, links } = await client().read('extract');
      expect(text).toContain('| Part | Price |');
      expect(text).toContain('| Vase | 12.00 |');
      expect(text).toMatch(/Card 99\n?\s*Open 99 \{L\d+\}/);
      expect(text).not.toMatch(/\ba\d+ link/);
      expect(Object.values(links)).toContain(`${site().url}/item/99`);
    });

    it('a small budget is kept, and what it cost is said', async () => {
      await look('/lists');
      const { stats, text } = await client().read('action', 200);
      expect(stats.tokens).toBeLessThanOrEqual(200);
      expect(stats.leftOut).not.toEqual([]);
      expect(text).toContain(`left out: ${stats.leftOut[0]}`);
    });

    it('elements keep their ids from view to view, and an id never names another element', async () => {
      const first = await open('/form');
      const again = await client().read();
      expect(again.text).toBe(first.text);
      expect(again.epoch).toBeGreaterThan(first.epoch);
      const next = await open('/form');
      const ids = (text: string): readonly string[] => text.match(/\ba\d+(?= )/g) ?? [];
      expect(ids(first.text).length).toBeGreaterThan(10);
      expect(ids(next.text).filter((id) => ids(first.text).includes(id))).toEqual([]);
    });

    it('an item that was drawn again keeps its id', async () => {
      await open('/rerender');
      const idsByName = () =>
        Object.fromEntries(
          ['ann', 'ben', 'cem', 'dora'].map((name) => [name, client().id(`button "Call ${name}"`)]),
        );
      const before = idsByName();
      await client().click('button "Draw again"');
      await client().read();
      expect(idsByName()).toEqual(before);
    });

    it('what is new since the last view is marked', tagged('extended'), async () => {
      await open('/combo');
      await client().click('button "Choose a fruit"');
      const { text } = await client().read();
      expect(text).toMatch(/\*a\d+ option "Pear"/);
      expect(text).not.toMatch(/\*a\d+ button/);
    });

    it('what is new since an older view is marked, and its ids are valid, after a batch of actions with reads between', async () => {
      const planned = await open('/combo');
      const button = client().id('button "Choose a fruit"');
      const { page } = client().session;
      const signal = new AbortController().signal;
      await page.act({ action_type: 'click', id: button }, { epoch: planned.epoch, signal });
      for (let reads = 0; reads < 12; reads += 1) await client().read();
      const { text } = await page.read({ mode: 'action', newSince: planned.epoch, signal });
      expect(text).toMatch(/\*a\d+ option "Pear"/);
      expect(text).not.toMatch(/\*a\d+ button/);
      const again = await page.act({ action_type: 'click', id: button }, { epoch: planned.epoch, signal });
      expect(again.status).toBe('ok');
    });

    it('reading changes nothing on the page', async () => {
      await open('/quiet');
      await client().read('extract');
      await client().read('verify');
      await client().click('button "Report"');
      expect((await client().read()).title).toBe('mutations 0 globals 0');
    });

    it('a page that works against it is read all the same, in well-formed text', async () => {
      const { text } = await open('/hostile');
      expect(text).toContain('button "Plain"');
      expect(text).toContain('textbox "Clobber"');
      expect(text.isWellFormed()).toBe(true);
    });

    it('an empty page says that it is empty', async () => {
      expect((await open('/empty')).stats.empty).toBe(true);
    });
  });
}
