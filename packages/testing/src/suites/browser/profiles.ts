import type { BrowserDriver, BrowserState, OriginState } from '@runwright/contract';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { expectError } from '../expect-error.ts';
import { tagged } from '../tagged.ts';
import { type PageSite, pageSite } from './page-site.ts';
import { sessionClient } from './session-client.ts';
import type { SessionContext } from './sessions.ts';

const pages = () => ({
  '/shop': `<button onclick="enter()">Enter</button><p id="out"></p><script>
    const opened = () => new Promise((done) => { const asking = indexedDB.open('shop', 1);
      asking.onupgradeneeded = () => asking.result.createObjectStore('basket', { keyPath: 'id' }); asking.onsuccess = () => done(asking.result) });
    async function enter() {
      document.cookie = 'user=ann; max-age=3600; path=/'; localStorage.setItem('theme', 'dark');
      const base = await opened(); const change = base.transaction('basket', 'readwrite');
      change.objectStore('basket').put({ id: 1, part: 'Lamp' }); change.oncomplete = () => { base.close(); show() }; }
    async function show() {
      const base = await opened(); const asking = base.transaction('basket').objectStore('basket').getAll();
      asking.onsuccess = () => { base.close(); out.textContent = 'known: ' + document.cookie + ', ' + localStorage.getItem('theme') + ', ' + (asking.result[0]?.part ?? 'nothing') } }
    show()</script>`,
});
const known = 'known: user=ann, dark, Lamp';
const unknown = 'known: , null, nothing';

/** What is kept of a browser from session to session; passed over for a driver that keeps nothing. */
export function testProfiles({
  openSession,
  driver,
}: Pick<SessionContext, 'openSession'> & { readonly driver: () => BrowserDriver }): void {
  const signal = new AbortController().signal;
  let site: PageSite;

  /** What the shop says to a session with these options, at first and at the end; `entering` signs in between. */
  const visit = async (
    options: Parameters<typeof openSession>[0],
    { entering = false, save = false } = {},
  ): Promise<{ readonly first: string; readonly text: string; readonly state: BrowserState | undefined }> => {
    const session = await openSession(options);
    const page = sessionClient(session);
    await page.open(`${site.url}/shop`);
    await page.act({ action_type: 'wait', for: 'text', value: 'known:' });
    const { text: first } = await page.read('extract');
    if (entering) {
      await page.click('button "Enter"');
      await page.act({ action_type: 'wait', for: 'text', value: known });
    }
    const { text } = await page.read('extract');
    const state = await session.state?.({ signal });
    if (save) await session.saveProfile?.({ signal });
    expect(await session.page.tabs()).toHaveLength(1);
    await session.close();
    return { first, text, state };
  };
  const needsProfiles = ({ skip }: TestContext): void => {
    if (!driver().capabilities.profiles) skip('this driver keeps no profiles');
  };

  describe('what a browser knows', () => {
    beforeAll(async () => {
      site = await pageSite(pages);
    });
    afterAll(() => site.close());

    it('is handed over as JSON, and another session begins with it', async (context) => {
      needsProfiles(context);
      const { text, state } = await visit({}, { entering: true });
      expect(text).toContain(known);
      expect(state?.cookies).toMatchObject([{ name: 'user', value: 'ann', domain: '127.0.0.1', path: '/' }]);
      expect(state?.origins).toMatchObject([
        { origin: site.url, localStorage: [{ name: 'theme', value: 'dark' }] },
      ]);
      const kept: BrowserState = JSON.parse(JSON.stringify(state));
      expect(kept).toEqual(state);
      const next = await visit({ state: kept });
      expect(next.text).toContain(known);
      expect(next.state).toEqual(kept);
      expect((await visit({})).text).toContain(unknown);
    });

    it(
      'is kept in a profile when the session asks for that, and else stays as it was',
      tagged('extended'),
      async (context) => {
        needsProfiles(context);
        const name = 'Ann’s shop';
        expect((await visit({ profile: { name, writable: true } }, { save: true })).text).toContain(unknown);
        await visit({ profile: { name } }, { entering: true, save: true });
        const unsaved = await visit({ profile: { name, writable: true } }, { entering: true });
        expect(unsaved.first).toContain(unknown);
        const saved = await visit({ profile: { name, writable: true } }, { entering: true, save: true });
        expect(saved.first).toContain(unknown);
        expect((await visit({ profile: { name } })).text).toContain(known);
        expect(await driver().profiles?.names()).toEqual([name]);
        await driver().profiles?.remove(name);
        expect(await driver().profiles?.names()).toEqual([]);
      },
    );

    it(
      'may be written by one session at a time, while others have copies',
      tagged('extended'),
      async (context) => {
        needsProfiles(context);
        const profile = { name: 'shared', writable: true };
        const writer = await openSession({ profile });
        const error = await openSession({ profile }).then(
          () => null,
          (cause: unknown) => cause,
        );
        expect(error).toMatchObject({ code: 'conflict', message: expect.stringContaining('`shared`') });
        const copy = await openSession({ profile: { name: 'shared' } });
        expect([typeof writer.saveProfile, copy.saveProfile]).toEqual(['function', undefined]);
        await copy.close();
        await writer.close();
        const next = await openSession({ profile });
        await next.close();
        await driver().profiles?.remove('shared');
      },
    );

    it(
      'is told incrementally as it is told anew, while its page is open and after it was left',
      tagged('extended'),
      async (context) => {
        needsProfiles(context);
        const session = await openSession();
        const page = sessionClient(session);
        const both = async () => [
          await session.state?.({ signal, incremental: true }),
          await session.state?.({ signal }),
        ];
        await both();
        await page.open(`${site.url}/shop`);
        await page.act({ action_type: 'wait', for: 'text', value: 'known:' });
        await both();
        await page.click('button "Enter"');
        await page.act({ action_type: 'wait', for: 'text', value: known });
        const [open, openAnew] = await both();
        expect(open).toEqual(openAnew);
        await page.open(`${site.elsewhere}/shop`);
        await page.act({ action_type: 'wait', for: 'text', value: 'known:' });
        const [left, leftAnew] = await both();
        expect(byOrigin(left)).toEqual(byOrigin(leftAnew));
        expect(left?.cookies).toEqual(leftAnew?.cookies);
        expect(byOrigin(left)[site.url]).toMatchObject({ localStorage: [{ name: 'theme', value: 'dark' }] });
        await session.close();
      },
    );

    it(
      'is not told for a caller who has given up, nor by a session that is closed',
      tagged('extended'),
      async (context) => {
        needsProfiles(context);
        const session = await openSession();
        const { state } = session;
        if (!state) throw new Error('The session tells no state.');
        await expectError(state({ signal: AbortSignal.abort() }), 'canceled');
        await session.close();
        await expectError(state({ signal }), 'browser_failed');
      },
    );
  });
}

function byOrigin(state: BrowserState | undefined): Readonly<Record<string, OriginState>> {
  return Object.fromEntries((state?.origins ?? []).map((each) => [each.origin, each]));
}
