import type { PageView } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { tagged } from '../tagged.ts';
import type { PageContext } from './reading.ts';

const { signal } = new AbortController();

/** Tests expanding and finding collapsed content, and views as differences. */
export function testCollapsedLists({ site, client }: PageContext): void {
  describe('collapsed content', () => {
    const open = (path: string) => client().open(`${site().url}${path}`);
    const foldIn = ({ text }: PageView): string =>
      /\+\d+ more like a\d+ \(expand (g\d+)\)/.exec(text)?.[1] ?? '';
    const read = (request: { readonly expand?: readonly string[]; readonly since?: number }) =>
      client().session.page.read({ mode: 'action', ...request, signal });

    it('is printed once it is expanded, and stays so until the page is another one', async () => {
      const first = await open('/lists');
      const last = /link "Open 99"/;
      expect(first.text).not.toMatch(last);
      expect(first.elements().some(({ name }) => name === 'Open 99')).toBe(true);
      const { status, message } = await client().act({ action_type: 'expand', id: foldIn(first) });
      expect(status).toBe('ok');
      expect(message).toContain('The next view prints');
      for (const view of [await client().read(), await client().read()]) expect(view.text).toMatch(last);
      expect((await open('/lists')).text).not.toMatch(last);
      const unknown = await client().act({ action_type: 'expand', id: 'g999' });
      expect(unknown.status).toBe('failed');
      expect(unknown.message).toContain('g999');
    });

    it('is printed in the one view whose request asks for it', tagged('extended'), async () => {
      const fold = foldIn(await open('/lists'));
      expect((await read({ expand: [fold] })).text).toContain('link "Open 99"');
      expect((await read({})).text).not.toContain('link "Open 99"');
    });

    it('is found by its text, with ids that can be acted on at once', async () => {
      const first = await open('/lists');
      const { status, message } = await client().act({ action_type: 'find', text: 'card  99' });
      expect(status).toBe('ok');
      const [, id = ''] = /(a\d+) link "Open 99"/.exec(message) ?? [];
      expect(first.elements().find((element) => element.id === id)?.name).toBe('Open 99');
      expect((await client().act({ action_type: 'hover', id })).status).not.toBe('failed');
      expect((await client().act({ action_type: 'find', text: 'no such thing' })).message).toContain(
        'nowhere',
      );
    });
  });

  describe('a view that the caller still holds', () => {
    const open = (path: string) => client().open(`${site().url}${path}`);
    const read = (since?: number) =>
      client().session.page.read({ mode: 'action', ...(since === undefined ? {} : { since }), signal });

    it('is told as what has changed', async () => {
      const { epoch } = await open('/form');
      const unchanged = await read(epoch);
      expect(unchanged.since).toBe(epoch);
      expect(unchanged.text.split('\n').slice(1)).toEqual(['the rest is as before']);
      await client().act({ action_type: 'input_text', id: client().id('textbox "Name"'), text: 'Ann' });
      const changed = await read(epoch);
      expect(changed.text).toContain('textbox "Name" =Ann');
      expect(changed.text).not.toContain('"Night mode"');
      expect(changed.text.split('\n').at(-1)).toBe('the rest is as before');
      expect(changed.elements().length).toBeGreaterThan(5);
    });

    it('is printed whole when it is not the last whole one, or the page is another', async () => {
      const { epoch } = await open('/form');
      const later = await read();
      expect((await read(epoch)).since).toBeUndefined();
      await client().act({ action_type: 'goto_url', url: `${site().url}/form` });
      const next = await read(later.epoch + 1);
      expect(next.since).toBeUndefined();
      expect(next.text).toContain('"Night mode"');
    });
  });
}
