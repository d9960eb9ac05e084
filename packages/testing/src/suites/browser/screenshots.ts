import type { BrowserSession, OpenOptions, ScreenshotRequest } from '@runwright/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tagged } from '../tagged.ts';
import { countingPage, countPixels } from './count-pixels.ts';
import { type PageSite, pageSite } from './page-site.ts';
import { revealForOrigin, type SessionClient, secretPlaceholder, sessionClient } from './session-client.ts';

const field = 'style="font: bold 24px sans-serif; color: red; width: 300px"';

const pages = (elsewhere: string) => ({
  '/counting': countingPage,
  '/tall': `<header style="position: sticky; top: 0; height: 50px; background: rgb(0 160 0)">Header</header>
    <div style="height: 3000px">Much</div><p style="background: red">The end</p>`,
  '/dialog': `<div style="height: 3000px">Behind</div><dialog id="d">Really?</dialog><script>d.showModal()</script>`,
  '/menu': `<div style="height: 3000px">Behind</div><div role="menu" style="position: absolute; top: 50px"><div role="menuitem">Copy</div></div>`,
  '/fields': `<label>Plain <input ${field.replace('red', 'rgb(0 160 0)')}></label><label>Name <input ${field}></label>
    <label>Password <input type="password" ${field}></label><div id="host"></div><iframe src="${elsewhere}/inner" title="Inner" width="500" height="100"></iframe>
    <iframe src="/inner" title="Same" width="500" height="100" style="margin: 7px; padding: 11px; border: 5px solid blue"></iframe>
    <div style="height: 2000px"></div>
    <script>host.attachShadow({ mode: 'open' }).innerHTML = '<label>Shadow <input ${field}></label>';
    let changes = 0; new MutationObserver((records) => { changes += records.length; document.title = 'changed'; }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });</script>`,
  '/marks': `<button style="position: absolute; left: 50px; top: 100px; width: 200px; height: 100px">Send</button>
    <div style="position: absolute; left: 400px; top: 100px"><button style="width: 100px; height: 50px">Under</button>
    <div style="position: absolute; inset: 0; background: white" onclick="1"></div></div>
    <button style="position: absolute; top: 2000px">Far</button>
    <script>new MutationObserver(() => { document.title = 'changed' }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });</script>`,
  '/inner': `<label>Inner <input ${field}></label>`,
});

/** What pictures show, and what they do not. */
export function testScreenshots({
  openSession,
}: {
  readonly openSession: (options?: Partial<OpenOptions>) => Promise<BrowserSession>;
}): void {
  const signal = new AbortController().signal;

  describe('screenshots', () => {
    let site: PageSite;
    let client: SessionClient;
    const open = (path: string, shows?: RegExp) => client.open(`${site.url}${path}`, shows);
    const shot = (how: Omit<ScreenshotRequest, 'signal'> = {}) =>
      client.session.page.screenshot({ ...how, signal });

    beforeAll(async () => {
      site = await pageSite(pages);
      const reveal = revealForOrigin(site.url);
      const { elsewhere } = site;
      client = sessionClient(
        await openSession({
          reveal: (text, origin) => reveal(text, origin === elsewhere ? site.url : origin),
          viewport: { width: 800, height: 600 },
        }),
      );
    });
    afterAll(async () => {
      await client.session.close();
      await site.close();
    });

    it('show the viewport, some screens or the whole page, its fixed parts once', async () => {
      await open('/tall');
      expect(await shot()).toMatchObject({ width: 800, height: 600 });
      const some = await shot({ scrolls: 2 });
      expect(some).toMatchObject({ width: 800, height: 1_200 });
      const whole = await shot({ scrolls: 'all' });
      expect(whole.height).toBeGreaterThan(3_000);
      const [{ red, green, ...counted }] = await countPixels(client, site, whole);
      expect(counted).toMatchObject({ width: whole.width, height: whole.height });
      expect(red).toBeGreaterThan(10_000);
      expect(green / 784 / 50).toBeCloseTo(1, 1);
    });

    it('are made smaller to fit, and are JPEGs when asked', tagged('extended'), async () => {
      await open('/tall');
      expect(await shot({ maxEdge: 400 })).toMatchObject({ width: 400, height: 300, mediaType: 'image/png' });
      expect(await shot({ maxEdge: 4_000 })).toMatchObject({ width: 800, height: 600 });
      const jpeg = await shot({ format: 'jpeg', scrolls: 'all', maxEdge: 1_000 });
      expect(jpeg).toMatchObject({ height: 1_000, mediaType: 'image/jpeg' });
      const [counted] = await countPixels(client, site, jpeg);
      expect(counted.height).toBe(1_000);
    });

    it('show a part of the viewport larger', async () => {
      await open('/tall');
      await client.act({ action_type: 'scroll', direction: 'down', amount: 0.5 });
      const header = await shot({ clip: { x: 100, y: 10, width: 200, height: 30 }, maxEdge: 600 });
      expect(header).toMatchObject({ width: 600, height: 90, cssWidth: 200, cssHeight: 30 });
      const [{ green }] = await countPixels(client, site, header);
      expect(green / 600 / 90).toBeGreaterThan(0.8);
      const cut = await shot({ clip: { x: 700, y: 500, width: 400, height: 400 } });
      expect(cut).toMatchObject({ width: 100, height: 100 });
      expect(await shot({ clip: { x: 0, y: 0, width: 10, height: 10 }, maxEdge: 2_000 })).toMatchObject({
        ...{ width: 40, height: 40 },
      });
    });

    it('keep their size when several are taken at once', tagged('extended'), async () => {
      await open('/tall');
      const sizes = Array.from({ length: 6 }, async () => {
        const [view, small, some] = await Promise.all([shot(), shot({ maxEdge: 400 }), shot({ scrolls: 2 })]);
        return [view, small, some].map(({ width, height }) => `${width} x ${height}`);
      });
      for (const found of await Promise.all(sizes))
        expect(found).toEqual(['800 x 600', '400 x 300', '800 x 1200']);
    });

    const showsViewport = async (path: string): Promise<void> => {
      await open(path);
      expect(await shot({ scrolls: 5 })).toMatchObject({ width: 800, height: 600 });
    };
    it.each(['/dialog', '/menu'])(
      'show the viewport of a page with something open over it (%s)',
      tagged('extended'),
      showsViewport,
    );

    it('mark the elements that are asked for, and the page hears nothing of it', async () => {
      const { title } = await open('/marks');
      const { text } = await client.read();
      const [send = '', covered = ''] = [client.id('button "Send"'), /(\w+) button "Under"/.exec(text)?.[1]];
      const pictures = [
        await shot(),
        await shot({ marks: [send] }),
        await shot({ marks: [covered, 'a9999', client.id('button "Far"')] }),
        await shot({ marks: [send], format: 'jpeg', maxEdge: 400 }),
      ] as const;
      expect(pictures[3]).toMatchObject({ width: 400, height: 300 });
      expect((await client.read()).title).toBe(title);
      const [plain, marked, without, small] = await countPixels(client, site, ...pictures);
      // The line around 200 x 100 pixels, and a label.
      expect(plain.red).toBe(0);
      expect(marked.red).toBeGreaterThan(600);
      expect(marked.red).toBeLessThan(1_000);
      expect(without.red).toBe(0);
      expect(small.red).toBeGreaterThan(150);
    });

    /** Types a secret into every field but one; returns the title of the page. */
    const typeSecrets = async (): Promise<string> => {
      await open('/fields', /textbox "Inner".*textbox "Inner"/s);
      const type = (id: string, text: string) => client.act({ action_type: 'input_text', id, text });
      await type(client.id('textbox "Plain"'), 'Shown');
      await type(client.id('textbox "Password"'), 'typed as it is');
      const { text } = await client.read();
      const inner = [...text.matchAll(/(\w+) textbox "(Name|Shadow|Inner)"/g)];
      expect(inner).toHaveLength(4);
      for (const [, id = ''] of inner)
        expect(await type(id, secretPlaceholder)).toMatchObject({ status: 'ok' });
      return (await client.read()).title;
    };

    it('hide secrets in shadow roots and in frames, and the page hears nothing of it', async () => {
      const title = await typeSecrets();
      const picture = await shot({ clip: { x: 0, y: 0, width: 800, height: 400 } });
      expect((await client.read()).title).toBe(title);
      const [{ red, grey, green }] = await countPixels(client, site, picture);
      expect(red).toBe(0);
      expect(grey).toBeGreaterThan(3_000);
      expect(green).toBeGreaterThan(100);
    });

    it('hide secrets of whatever size, and after scrolling', tagged('extended'), async () => {
      const title = await typeSecrets();
      const pictures = [await shot(), await shot({ format: 'jpeg' }), await shot({ maxEdge: 500 })];
      await client.act({ action_type: 'scroll', direction: 'down', amount: 0.2 });
      const clip = { x: 0, y: 0, width: 800, height: 250 };
      pictures.push(await shot(), await shot({ scrolls: 3 }), await shot({ clip, maxEdge: 1_600 }));
      expect((await client.read()).title).toBe(title);
      const counted = await countPixels(client, site, ...pictures);
      expect(counted.map(({ red }) => red)).toEqual(pictures.map(() => 0));
      for (const [index, { grey, green }] of counted.entries()) {
        expect(grey).toBeGreaterThan(3_000);
        // The fourth and the last show the page further down.
        if (index !== 3 && index !== 5) expect(green).toBeGreaterThan(100);
      }
    });
  });
}
