import type { ActionResult, PageAction, PageEvent } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { expectError } from '../expect-error.ts';
import { tagged } from '../tagged.ts';
import { fileContext, type OpenSession } from './file-context.ts';
import { sessionClient } from './session-client.ts';

const signal = new AbortController().signal;
const most = 20;

/** Tabs, the history, and pages that will not be left. */
export function testTabActions({ openSession }: OpenSession): void {
  describe('the tabs of a session', () => {
    const fixture = fileContext({ openSession });

    const act = (action: PageAction): Promise<ActionResult> => fixture.client.act(action);
    const tabs = () => fixture.session.page.tabs();
    const active = async () => (await tabs()).find((tab) => tab.active);
    const closeOthers = async (): Promise<void> => {
      for (const { tab, active: isActive } of await tabs()) {
        if (!isActive) await act({ action_type: 'close_page', tab });
      }
    };

    it('are opened, switched and closed by name', async () => {
      await fixture.client.open(`${fixture.site.url}/first`);
      const first = (await active())?.tab ?? '';
      const opened = await act({ action_type: 'new_tab', url: `${fixture.site.url}/second` });
      expect(opened).toMatchObject({ status: 'ok', urlAfter: `${fixture.site.url}/second` });
      const second = (await active())?.tab ?? '';
      expect(second).not.toBe(first);
      expect((await fixture.client.read()).tab).toBe(second);
      expect(await act({ action_type: 'switch_tab', tab: first })).toMatchObject({
        status: 'ok',
        urlAfter: `${fixture.site.url}/first`,
      });
      expect(await act({ action_type: 'close_page', tab: second })).toMatchObject({ status: 'ok' });
      expect(await tabs()).toMatchObject([{ tab: first, active: true }]);
      for (const action_type of ['switch_tab', 'close_page'] as const) {
        expect(await act({ action_type, tab: 't99' })).toMatchObject({ status: 'failed', code: 'no_tab' });
      }
    });

    it('a blank one has no page yet, and an address may be refused there as well', async () => {
      expect(await act({ action_type: 'new_tab' })).toMatchObject({ status: 'ok', urlAfter: 'about:blank' });
      const refusal = await act({ action_type: 'new_tab', url: 'http://10.0.0.1/' });
      expect(refusal).toMatchObject({ status: 'failed', code: 'blocked_destination' });
      await closeOthers();
    });

    it(
      'a click that closes a window, its own or that of another tab, has an effect',
      tagged('extended'),
      async () => {
        const opener = (await fixture.client.open(`${fixture.site.url}/tabs`)).tab;
        const open = () => fixture.client.click('button "Closable"');
        expect(await open()).toMatchObject({ urlAfter: `${fixture.site.url}/closable` });
        expect(await fixture.client.click('button "Close"')).toMatchObject({
          status: 'ok',
          urlAfter: `${fixture.site.url}/tabs`,
        });
        await open();
        await act({ action_type: 'switch_tab', tab: opener });
        const closed = await fixture.client.click('button "Close child"');
        expect(closed).toMatchObject({ status: 'ok' });
        expect(closed.message).not.toContain('nothing else has changed');
        expect(await tabs()).toHaveLength(1);
      },
    );

    const comesToTheFront = async (_title: string, called: string): Promise<void> => {
      await fixture.client.open(`${fixture.site.url}/tabs`);
      const { events, urlAfter } = await fixture.client.click(called);
      const popup = events.find(({ type }) => type === 'popup');
      expect(popup).toMatchObject({ url: expect.stringMatching(/\/first$/) });
      expect(urlAfter).toMatch(/\/first$/);
      expect((await fixture.client.read()).text).toContain('link "Next"');
      expect(await act({ action_type: 'close_page' })).toMatchObject({
        urlAfter: `${fixture.site.url}/tabs`,
      });
      expect(await active()).toMatchObject({ url: `${fixture.site.url}/tabs` });
    };
    it.each([['that knows nobody', 'link "Alone"']])(
      'a window %s comes to the front, and gives way to its opener',
      comesToTheFront,
    );
    it.each([
      ['of a script', 'button "Child"'],
      ['of another host', 'link "Other host"'],
    ])('a window %s comes to the front, and gives way to its opener', tagged('extended'), comesToTheFront);

    it('the last one is replaced by a blank one', tagged('extended'), async () => {
      await closeOthers();
      await act({ action_type: 'close_page' });
      expect((await fixture.client.read()).url).toBe('about:blank');
      expect(await tabs()).toHaveLength(1);
    });

    it(`are at most ${most}`, tagged('extended'), async () => {
      for (let count = (await tabs()).length; count < most; count += 1) await act({ action_type: 'new_tab' });
      await fixture.client.open(`${fixture.site.url}/tabs`);
      const { events } = await fixture.client.click('button "Child"');
      expect(events).toContainEqual(expect.objectContaining({ type: 'popup', refused: true }));
      expect(await act({ action_type: 'new_tab' })).toMatchObject({ status: 'failed', code: 'unsupported' });
      expect(await tabs()).toHaveLength(most);
      await closeOthers();
    });

    it('have a history', async () => {
      await fixture.client.open(`${fixture.site.url}/first`);
      await fixture.client.click('link "Next"');
      expect(await act({ action_type: 'go_back' })).toMatchObject({
        status: 'ok',
        urlAfter: `${fixture.site.url}/first`,
      });
      expect(await act({ action_type: 'go_forward' })).toMatchObject({
        status: 'ok',
        urlAfter: `${fixture.site.url}/second`,
      });
      expect(await act({ action_type: 'go_forward' })).toMatchObject({
        status: 'failed',
        code: 'navigation_failed',
      });
      await fixture.client.open(`${fixture.site.url}/tabs`);
      await fixture.client.click('button "Part"');
      expect(await act({ action_type: 'go_back' })).toMatchObject({
        status: 'ok',
        urlAfter: `${fixture.site.url}/tabs`,
      });
    });

    it('are loaded again', async () => {
      await fixture.client.open(`${fixture.site.url}/second`);
      const before = fixture.site.asked.filter((line) => line.startsWith('GET /second')).length;
      expect(await act({ action_type: 'reload_page' })).toMatchObject({
        status: 'ok',
        urlAfter: `${fixture.site.url}/second`,
      });
      expect(fixture.site.asked.filter((line) => line.startsWith('GET /second'))).toHaveLength(before + 1);
    });

    it('addresses for other programs lead nowhere and hold nothing up', tagged('extended'), async () => {
      await fixture.client.open(`${fixture.site.url}/tabs`);
      await fixture.client.click('link "Write"');
      await fixture.client.click('link "Strange"');
      expect((await fixture.client.read()).url).toBe(`${fixture.site.url}/tabs`);
      await closeOthers();
    });

    describe('pages that will not come to rest', () => {
      it('a server that redirects without end is told as such', async () => {
        const result = await act({ action_type: 'goto_url', url: `${fixture.site.url}/around` });
        expect(result).toMatchObject({ status: 'failed', code: 'navigation_failed' });
        expect(result.message).toContain('redirects without end');
      });

      it('a page that sends the browser on without end is left', tagged('extended'), async () => {
        const result = await act({ action_type: 'goto_url', url: `${fixture.site.url}/spin` });
        // A slow machine may not get through enough documents to tell; the page is left with the next address then.
        if (result.status === 'ok') expect(result.urlAfter).toContain('/spin');
        else expect(result).toMatchObject({ status: 'failed', code: 'navigation_failed' });
        expect(await fixture.client.open(`${fixture.site.url}/first`)).toMatchObject({ title: 'First' });
      });

      it(
        'a page that goes back to itself when it is left is left all the same, or said to be in the way',
        tagged('extended'),
        async () => {
          await fixture.client.open(`${fixture.site.url}/trap`);
          await fixture.client.act({ action_type: 'click', id: fixture.client.id('button "Stay"') });
          const result = await act({ action_type: 'goto_url', url: `${fixture.site.url}/first` });
          // A slow machine may show the trap again before the action ends; the result says so.
          if (result.status === 'ok') expect(result.urlAfter).toMatch(/\/(?:first|trap\?[\d.]+)$/);
          else expect(result).toMatchObject({ status: 'failed', code: 'navigation_failed' });
          await act({ action_type: 'new_tab' });
          await closeOthers();
        },
      );
    });

    describe('what happens', () => {
      it('is told to whoever follows, until they have heard enough', tagged('extended'), async () => {
        const enough = new AbortController();
        const heard: PageEvent[] = [];
        const listening = (async () => {
          for await (const event of fixture.session.page.events({ signal: enough.signal })) heard.push(event);
        })();
        await fixture.client.open(`${fixture.site.url}/tabs`);
        await fixture.client.click('link "Alone"');
        await fixture.client.act({ action_type: 'goto_url', url: `${fixture.site.url}/dialogs` });
        await fixture.client.click('button "Three"');
        await act({ action_type: 'download_file', url: `${fixture.site.url}/data.csv` });
        await fixture.session.downloads?.finished(fixture.session.downloads.list().at(-1)?.id ?? '', {
          signal,
        });
        enough.abort();
        await listening;
        expect(heard).toEqual(
          expect.arrayContaining([
            expect.objectContaining({ type: 'navigation', url: `${fixture.site.url}/tabs` }),
            expect.objectContaining({ type: 'popup', url: `${fixture.site.url}/first` }),
            expect.objectContaining({ type: 'dialog', text: 'Again' }),
            expect.objectContaining({ type: 'download', status: 'started' }),
            expect.objectContaining({ type: 'download', status: 'completed' }),
          ]),
        );
        const before = heard.length;
        await fixture.client.open(`${fixture.site.url}/first`);
        expect(heard).toHaveLength(before);
      });

      it(
        'ends when the session does, and reading fails because the browser is gone',
        tagged('extended'),
        async () => {
          const other = await openSession();
          const heard: PageEvent[] = [];
          const listening = (async () => {
            for await (const event of other.page.events({ signal })) heard.push(event);
          })();
          await sessionClient(other).open(`${fixture.site.url}/first`);
          await other.close();
          await listening;
          expect(heard).toContainEqual(expect.objectContaining({ type: 'navigation' }));
          // A browser that is gone is told apart from a page that has crashed.
          const reading = other.page.read({ mode: 'action', signal });
          await expectError(reading, 'browser_failed');
          await expect(reading).rejects.toMatchObject({ details: { lost: 'browser_gone' } });
        },
      );
    });
  });
}
