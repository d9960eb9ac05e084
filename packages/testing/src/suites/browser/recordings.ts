import type { BrowserSession, OpenOptions, Recording } from '@runwright/contract';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { tagged } from '../tagged.ts';
import { countingPage, countPixels } from './count-pixels.ts';
import { type PageSite, pageSite } from './page-site.ts';
import {
  revealForOrigin,
  type SessionClient,
  secretPlaceholder,
  secretValue,
  sessionClient,
} from './session-client.ts';

const field = 'style="font: bold 24px sans-serif; width: 400px; color:';

const pages = () => ({
  '/counting': countingPage,
  '/shop': `<h1>Shop</h1><label>Plain <input id="plain" ${field} rgb(0 160 0)"></label><label>Word <input id="word" ${field} red"></label>
    <button>Send</button><a href="/window" target="_blank">Window</a><p id="out"></p><script>
    document.querySelector('button').onclick = async () => {
      console.log('sent', word.value, btoa(word.value));
      const answer = await fetch('/answer?word=' + encodeURIComponent(word.value), { method: 'POST', headers: { authorization: 'Bearer ' + word.value, 'x-more': JSON.stringify(word.value) }, body: new URLSearchParams({ word: word.value, more: 'kept' }) });
      out.textContent = await answer.text();
      throw new Error('nobody caught this');
    };</script>`,
  '/window': `<div style="position: fixed; inset: 0; background: rgb(0 160 0)">A window</div>`,
});

/** What is recorded of a session; passed over for a driver that records nothing. */
export function testRecordings({
  openSession,
}: {
  readonly openSession: (options?: Partial<OpenOptions>) => Promise<BrowserSession>;
}): void {
  describe('recordings', () => {
    let site: PageSite;
    const record = async (
      wanted: NonNullable<OpenOptions['record']>,
      { skip }: TestContext,
      more: Pick<OpenOptions, 'recordNetwork'> = {},
    ): Promise<SessionClient> => {
      const session = await openSession({ reveal: revealForOrigin(site.url), record: wanted, ...more });
      if (!session.recordings) {
        await session.close();
        skip('this driver records nothing');
      }
      return sessionClient(session);
    };
    const recordings = async ({ session }: SessionClient): Promise<readonly Recording[]> => {
      await session.close();
      return (await session.recordings?.()) ?? [];
    };
    const textOf = ({ content }: Recording): string =>
      typeof content === 'string' ? content : Buffer.from(content).toString('latin1');
    const sendSecret = async (client: SessionClient): Promise<void> => {
      await client.open(`${site.url}/shop`);
      await client.act({ action_type: 'input_text', id: client.id('textbox "Plain"'), text: 'Shown to all' });
      await client.act({
        action_type: 'input_text',
        id: client.id('textbox "Word"'),
        text: secretPlaceholder,
      });
      await client.click('button "Send"');
    };
    const formsOfSecret = [
      secretValue,
      encodeURIComponent(secretValue),
      secretValue.replaceAll(' ', '+'),
      Buffer.from(secretValue).toString('base64').replace(/=+$/, ''),
    ];

    beforeAll(async () => {
      site = await pageSite(pages, (_url, response) => {
        response.writeHead(200, { 'content-type': 'text/plain', 'set-cookie': 'pass=secret-cookie' });
        response.end('Received');
      });
    });
    afterAll(() => site.close());

    /** Requests and console of one session, which are text. */
    let recorded: Promise<readonly Recording[]> | null = null;
    const texts = (context: TestContext): Promise<readonly Recording[]> => {
      recorded ??= (async () => {
        const client = await record({ har: true, console: true }, context);
        await sendSecret(client);
        const all = await recordings(client);
        return all.toSorted((one, other) => other.type.localeCompare(one.type));
      })();
      recorded.catch(() => {
        recorded = null;
      });
      return recorded;
    };

    it('are none unless asked for', tagged('extended'), async () => {
      const session = await openSession();
      await session.close();
      expect((await session.recordings?.()) ?? []).toEqual([]);
    });

    it('of requests are an HTTP archive without secrets', async (context) => {
      const [har, ...others] = await texts(context);
      expect(others.map(({ type }) => type)).toEqual(['browser_console_log']);
      expect(har).toMatchObject({ type: 'har', contentType: 'application/json' });
      const text = har ? textOf(har) : '';
      for (const form of [...formsOfSecret, 'secret-cookie']) expect(text).not.toContain(form);
      const { log } = JSON.parse(text);
      expect(log).toMatchObject({ version: '1.2', pages: [{ id: 'page_1' }] });
      const sent = log.entries.find(
        ({ request }: { request: { method: string } }) => request.method === 'POST',
      );
      expect(sent).toMatchObject({
        pageref: 'page_1',
        request: { postData: { text: 'word=[secret]&more=kept' } },
        response: { status: 200, content: { mimeType: 'text/plain' } },
      });
      expect(sent.request.headers).toContainEqual({ name: 'authorization', value: '[secret]' });
      expect(sent.time).toBeGreaterThan(0);
    });

    it(
      'of the network have the answers too, and a substitute for each secret',
      tagged('extended'),
      async (context) => {
        const client = await record({}, context, { recordNetwork: { substitute: () => 'substitute1' } });
        await sendSecret(client);
        await expect.poll(async () => (await client.read()).text).toContain('Received');
        const [network, ...others] = await recordings(client);
        if (!network) context.skip('this driver records no network');
        expect(others).toEqual([]);
        expect(network).toMatchObject({ type: 'cassette_network', contentType: 'application/json' });
        const text = network ? textOf(network) : '';
        for (const form of [...formsOfSecret, 'secret-cookie']) expect(text).not.toContain(form);
        const { log } = JSON.parse(text);
        const sent = log.entries.find(
          ({ request }: { request: { method: string } }) => request.method === 'POST',
        );
        expect(sent).toMatchObject({
          request: {
            url: `${site.url}/answer?word=substitute1`,
            postData: { text: 'word=substitute1&more=kept' },
          },
          response: { status: 200, content: { text: 'Received' } },
        });
        expect(log.entries[0].response.content.text).toContain('<h1>Shop</h1>');
      },
    );

    it('of the console are lines without secrets', async (context) => {
      const log = (await texts(context)).at(-1);
      expect(log?.type).toBe('browser_console_log');
      const text = log ? textOf(log) : '';
      for (const form of formsOfSecret) expect(text).not.toContain(form);
      expect(text).toMatch(
        /^\d{4}-\d\d-\d\dT[\d:.]+Z log +sent \[secret\] \[secret\]=* \(http.*\/shop:\d+\)$/m,
      );
      expect(text).toMatch(/uncaught Error: nobody caught this/);
    });

    it('of the screen are a video that plays, shows what was done and covers secrets', {
      timeout: 180_000,
    }, async (context) => {
      const client = await record({ video: true }, context);
      await sendSecret(client);
      // So that it has a length; the last picture is taken when it ends.
      await client.act({ action_type: 'wait', for: 'ms', value: 700 });
      const [video] = await recordings(client);
      expect(video).toMatchObject({ type: 'recording', contentType: 'video/webm' });
      const player = sessionClient(await openSession());
      const bytes = video && typeof video.content !== 'string' ? video.content : new Uint8Array();
      const [counted] = await countPixels(player, site, { bytes, mediaType: 'video/webm' });
      await player.session.close();
      expect(counted.width / counted.height).toBeCloseTo(1_280 / 800, 1);
      expect(counted.duration).toBeGreaterThan(0.7);
      expect(counted.green).toBeGreaterThan(100);
      expect(counted.grey).toBeGreaterThan(1_000);
      expect(counted.red).toBe(0);
    });

    it(
      'follow what is worked on into other windows and tabs, whose videos come first',
      tagged('extended'),
      async (context) => {
        const client = await record({ video: true }, context);
        await client.open(`${site.url}/shop`);
        const tab = await client.session.tab?.({ signal: new AbortController().signal });
        if (tab) await sessionClient(tab).open(`${site.url}/shop`);
        await client.click('link "Window"');
        await client.read();
        await client.act({ action_type: 'wait', for: 'ms', value: 700 });
        const videos = await recordings(client);
        expect(videos.map(({ type }) => type)).toEqual(tab ? ['recording', 'recording'] : ['recording']);
        const player = sessionClient(await openSession());
        const content = videos.at(-1)?.content;
        const bytes = content instanceof Uint8Array ? content : new Uint8Array();
        const [counted] = await countPixels(player, site, { bytes, mediaType: 'video/webm' });
        await player.session.close();
        expect(counted.green).toBeGreaterThan(counted.width * counted.height);
      },
    );
  });
}
