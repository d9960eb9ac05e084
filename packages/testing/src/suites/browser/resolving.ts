import type { BrowserSession, OpenOptions, PageAction } from '@runwright/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tagged } from '../tagged.ts';
import { type PageSite, pageSite } from './page-site.ts';
import type { PageContext } from './reading.ts';
import { revealForOrigin, secretPlaceholder, secretValue, sessionClient } from './session-client.ts';

/** Changes a page when the key x is pressed, which is after it was viewed. */
const onX = (script: string): string =>
  `<script>addEventListener('keydown', (event) => { if (event.key === 'x') { ${script} } });</script>`;

const pages: Readonly<Record<string, string>> = {
  '/again': `<main id="room"><button class="one" data-testid="save-all" onclick="document.title = 'old'">Save all</button><button>Other</button></main>
    ${onX(`room.innerHTML = '<p>drawn again</p><button data-testid="save-all" type="button" title="Now" onclick="document.title = 1 + 1">Save all</button><button>Other</button>'`)}`,
  '/twins': `<main id="room"><button>Save</button></main>
    ${onX(`room.innerHTML = '<button>Save</button><button>Save</button>'`)}`,
  '/gone': `<main id="room"><button>Save</button></main>${onX(`room.innerHTML = '<a href="/elsewhere">Terms of use</a>'`)}`,
  '/renamed': `<button id="b" onclick="document.title = 'pressed'">Keep</button>${onX(`b.textContent = 'Delete'`)}`,
  '/turned': `<form id="form" action="/here"><label>Name <input name="name"></label><button>Send</button></form>
    ${onX(`form.action = 'http://127.0.0.9:1/there'`)}`,
  '/shrunk': `<style>.gone { width: 0; height: 0; overflow: hidden; padding: 0; border: 0; font-size: 0 }</style>
    <button id="b" onclick="document.title = 'by ' + (event.detail ? 'pointer' : 'key')">Small</button><div id="d" role="option" style="width:80px;height:30px" onclick="document.title = 'by script'; document.body.append('chosen')">Choice</div>${onX(`b.className = d.className = 'gone'; d.removeAttribute('style')`)}`,
  '/links': `<p><a href="#part">Part</a> <a href="/other?q=1">Other</a> <a href="#" onclick="document.title = 'deleted'">Hash</a></p><form action="/here"><a href="#in">In a form</a><button>Send</button></form>`,
};

/** How the element of an action is found, and what is kept of it. */
export function testResolving({
  client,
  openSession,
}: PageContext & {
  readonly openSession: (options?: Partial<OpenOptions>) => Promise<BrowserSession>;
}): void {
  describe('finding the element that was meant', () => {
    let site: PageSite;
    beforeAll(async () => {
      site = await pageSite(() => pages);
    });
    afterAll(() => site.close());

    const open = (path: string) => client().open(`${site.url}${path}`);
    const act = (action: PageAction) => client().act(action);
    const change = () => act({ action_type: 'keypress', keys: ['x'] });
    const press = (id: string) => act({ action_type: 'click', id });
    const title = async () => (await client().read()).title;

    it('an element that was drawn again in another way is found by its likeness', async () => {
      await open('/again');
      const id = client().id('button "Save all"');
      await change();
      expect(await press(id)).toMatchObject({ status: 'ok', target: { name: 'Save all' } });
      expect(await title()).toBe('2');
    });

    it('of several that are alike none is taken, and all are named', async () => {
      await open('/twins');
      const id = client().id('button "Save"');
      await change();
      const result = await press(id);
      expect(result).toMatchObject({ status: 'failed', code: 'ambiguous_target' });
      expect(result.message.match(/a\d+ button "Save" at/g)).toHaveLength(2);
    });

    it('what is gone and has no like is stale', async () => {
      await open('/gone');
      const id = client().id('button "Save"');
      await change();
      expect(await press(id)).toMatchObject({ status: 'failed', code: 'stale_target' });
    });

    it('an older view is good for a target that is what it was, and for no other', async () => {
      const { epoch } = await open('/renamed');
      const id = client().id('button "Keep"');
      await client().read();
      const { session } = client();
      const { signal } = new AbortController();
      const old = await session.page.act({ action_type: 'click', id }, { epoch, signal });
      expect(old).toMatchObject({ status: 'ok' });
      await change();
      await client().read();
      const renamed = await session.page.act({ action_type: 'click', id }, { epoch, signal });
      expect(renamed).toMatchObject({ status: 'failed', code: 'stale_target' });
      expect(renamed.message).toContain('"Delete"');
    });

    it('a secret is refused to a form that has been turned elsewhere, and on an older view ever since', async () => {
      const own = await openSession({ reveal: revealForOrigin(site.url) });
      const page = sessionClient(own);
      const { signal } = new AbortController();
      const typing = (id: string): PageAction => ({ action_type: 'input_text', id, text: secretPlaceholder });
      const { epoch } = await page.open(`${site.url}/turned`);
      const id = page.id('textbox "Name"');
      expect(await page.act(typing(id))).toMatchObject({
        status: 'ok',
        readBack: { wanted: null, holds: true },
      });
      await page.read();
      // A step of several actions reads the page between them.
      expect(await own.page.act(typing(id), { epoch, signal })).toMatchObject({ status: 'ok' });
      await page.act({ action_type: 'keypress', keys: ['x'] });
      const refused = await page.act(typing(id));
      expect(refused).toMatchObject({ status: 'failed', code: 'secret_refused' });
      expect(JSON.stringify(refused)).not.toContain(secretValue);
      await page.read();
      expect(await own.page.act(typing(id), { epoch, signal })).toMatchObject({
        ...{ status: 'failed', code: 'stale_target' },
      });
      await own.close();
    });

    it(
      'what has lost its box is pressed by key when it takes the focus, and else by script',
      tagged('extended'),
      async () => {
        await open('/shrunk');
        const [button, option] = [client().id('button "Small"'), client().id('option "Choice"')];
        await change();
        expect(await press(button)).toMatchObject({ status: 'ok', dispatch: 'keyboard' });
        expect(await press(option)).toMatchObject({ status: 'ok', dispatch: 'dom' });
        expect(await title()).toBe('by script');
      },
    );

    it('the record of an action holds what finds its target again, what was read back and how far it reached', async () => {
      await open('/turned');
      const typed = await act({ action_type: 'input_text', id: client().id('textbox "Name"'), text: 'Ann' });
      expect(typed).toMatchObject({
        target: { kind: 'textbox', name: 'Name', frame: `${site.url}/turned` },
        readBack: { wanted: 'Ann', found: 'Ann', holds: true, attempts: 1 },
      });
      expect(typed.target?.fingerprint).toMatchObject({ name: 'name' });
      expect(typed.target?.selectors).toHaveLength(3);
      expect(typed.target?.box?.width).toBeGreaterThan(1);
      expect(typed.durationMs).toBeGreaterThan(0);
    });

    const reaches = async (names: readonly string[], effect: 'page' | undefined): Promise<void> => {
      for (const name of names) {
        await open('/links');
        expect((await press(client().id(name))).effect, name).toBe(effect);
      }
    };
    it('a link outside a form reaches no further than the page', async () => {
      await reaches(['link "Part"'], 'page');
      await reaches(['link "In a form"'], undefined);
    });
    it(
      'a link to another page reaches no further either, one with a handler and a button do',
      tagged('extended'),
      async () => {
        await reaches(['link "Other"'], 'page');
        await reaches(['link "Hash"', 'button "Send"'], undefined);
      },
    );
  });
}
