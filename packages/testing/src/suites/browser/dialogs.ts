import type { ActionResult, DialogHandler, PageDialog } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { tagged } from '../tagged.ts';
import { fileContext, type OpenSession } from './file-context.ts';
import { type SessionClient, sessionClient } from './session-client.ts';

const signal = new AbortController().signal;

/** Questions of pages. */
export function testDialogs({ openSession }: OpenSession): void {
  describe('dialogs', () => {
    const asked: PageDialog[] = [];
    const fixture = fileContext({ openSession }, () => ({
      decideDialog: async (dialog) => {
        asked.push(dialog);
        return { accept: dialog.kind === 'prompt' };
      },
    }));

    const press = async (
      name: string,
      more: { on_dialog?: 'accept' | 'dismiss'; decideDialog?: DialogHandler } = {},
      by: SessionClient = fixture.client,
    ): Promise<ActionResult> => {
      const { decideDialog, ...action } = more;
      const { epoch } = await by.open(`${fixture.site.url}/dialogs`);
      const id = by.id(`button "${name}"`);
      const how = { epoch, signal, ...(decideDialog ? { decideDialog } : {}) };
      return by.session.page.act({ action_type: 'click', id, ...action }, how);
    };
    const said = async (by: SessionClient = fixture.client): Promise<string> =>
      (await by.read('verify')).text;

    it('a question is answered as the action says', async () => {
      const accepted = await press('Delete', { on_dialog: 'accept' });
      expect(accepted.events).toEqual([
        { type: 'dialog', kind: 'confirm', text: 'Delete it?', decision: 'accepted' },
      ]);
      expect(await said()).toContain('true');
      const dismissed = await press('Delete', { on_dialog: 'dismiss' });
      expect(dismissed.events).toMatchObject([{ type: 'dialog', decision: 'dismissed' }]);
      expect(await said()).toContain('false');
    });

    it('else by whoever decides for the action, then for the session', tagged('extended'), async () => {
      const decideDialog: DialogHandler = async () => ({ accept: true, text: 'Ann' });
      const written = await press('Name', { decideDialog });
      expect(written.events).toMatchObject([{ kind: 'prompt', decision: 'accepted', answer: 'Ann' }]);
      expect(await said()).toContain('Ann');
      expect(asked).toEqual([]);
      await press('Name');
      expect(await said()).toContain('nobody');
      expect(asked).toEqual([
        { kind: 'prompt', text: 'Your name?', suggestion: 'nobody', url: `${fixture.site.url}/dialogs` },
      ]);
    });

    it('a decision that fails is a no', tagged('extended'), async () => {
      const decideDialog: DialogHandler = () => Promise.reject(new Error('no idea'));
      expect((await press('Delete', { decideDialog })).events).toMatchObject([{ decision: 'dismissed' }]);
    });

    it('the same in a row is told once, with its number', tagged('extended'), async () => {
      expect((await press('Three')).events).toEqual([
        { type: 'dialog', kind: 'alert', text: 'Again', decision: 'accepted', times: 3 },
      ]);
      expect(await said()).toContain('three');
    });

    const isSilenced = async (_title: string, name: string, text: string): Promise<void> => {
      const own = await openSession();
      const page = sessionClient(own);
      let { events } = await press(name, {}, page);
      while (!events.some((event) => event.type === 'dialog' && event.silenced)) {
        ({ events } = await page.act({ action_type: 'wait', for: 'ms', value: 300 }));
      }
      expect(await said(page)).toContain(text);
      const calm = await page.act({ action_type: 'wait', for: 'ms', value: 300 });
      expect(calm.events.filter(({ type }) => type === 'dialog')).toEqual([]);
      await own.close();
    };
    it.each([
      ['asks again and again', 'Ticking', 'ticking'],
      ['asks without a pause', 'Forever', 'caught'],
      ['asks again and again, and takes steps within its document', 'Stepping', 'stepping'],
    ])('a page that %s is silenced, and can be read', tagged('extended'), isSilenced);

    /** Opens another page. Where a dialog opened in the moment of leaving, the tab may be lost; then that is said, and the page is loaded again. */
    const leave = async (): Promise<void> => {
      const open = () => fixture.client.open(`${fixture.site.url}/first`);
      const view = await open().catch((error: unknown) => {
        expect(error).toMatchObject({ retryable: true, details: { lost: 'page_crashed' } });
        return open();
      });
      expect(view.text).toContain('link "Next"');
    };

    it(
      'a page that asks again and again gives way to the next one, or it is said that its tab is lost',
      tagged('extended'),
      async () => {
        // Whether a question falls into the moment of leaving is chance.
        for (let left = 5; left > 0; left -= 1) {
          await press('Ticking');
          await leave();
        }
      },
    );

    it('so does one that was silenced', tagged('extended'), async () => {
      let { events } = await press('Ticking');
      while (!events.some((event) => event.type === 'dialog' && event.silenced)) {
        ({ events } = await fixture.client.act({ action_type: 'wait', for: 'ms', value: 300 }));
      }
      await leave();
    });

    it('what a page says between two actions is told with the next one', tagged('extended'), async () => {
      await press('Later');
      const told = await fixture.client.act({ action_type: 'wait', for: 'ms', value: 2_000 });
      const next = await fixture.client.act({ action_type: 'scroll', to: 'top' });
      expect([...told.events, ...next.events]).toContainEqual({
        type: 'dialog',
        kind: 'alert',
        text: 'Later',
        decision: 'accepted',
      });
    });

    it('a frame may ask too', async () => {
      await fixture.client.open(`${fixture.site.url}/framed`);
      expect((await fixture.client.click('button "Ask"')).events).toMatchObject([
        { type: 'dialog', text: 'From a frame', decision: 'accepted' },
      ]);
    });

    it('the question on leaving a page is accepted', async () => {
      await fixture.client.open(`${fixture.site.url}/unloading`);
      await fixture.client.act({
        action_type: 'input_text',
        id: fixture.client.id('textbox "Word"'),
        text: 'x',
      });
      const left = await fixture.client.act({ action_type: 'goto_url', url: `${fixture.site.url}/first` });
      expect(left).toMatchObject({ status: 'ok', urlAfter: `${fixture.site.url}/first` });
      expect(left.events).toContainEqual(
        expect.objectContaining({ kind: 'beforeunload', decision: 'accepted' }),
      );
    });

    it('printing holds nothing up', tagged('extended'), async () => {
      await press('Print');
      expect(await said()).toContain('nothing');
    });
  });
}
