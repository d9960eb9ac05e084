import type { ActionResult, PageAction, PageEvent } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { refused } from '../expect-error.ts';
import { fileWorld, type OpenWorld } from './file-context.ts';
import { visitor } from './session-client.ts';

const signal = new AbortController().signal;
const most = 20;

/** Tabs, the history, and pages that will not be left. */
export function testTabActions({ another }: OpenWorld): void {
  describe('the tabs of a session', () => {
    const world = fileWorld({ another });

    const act = (action: PageAction): Promise<ActionResult> => world.guest.act(action);
    const tabs = () => world.session.page.tabs();
    const active = async () => (await tabs()).find((tab) => tab.active);
    const closeOthers = async (): Promise<void> => {
      for (const { tab, active: isActive } of await tabs()) {
        if (!isActive) await act({ action_type: 'close_page', tab });
      }
    };

    it('are opened, switched and closed by name', async () => {
      await world.guest.open(`${world.site.url}/first`);
      const first = (await active())?.tab ?? '';
      const opened = await act({ action_type: 'new_tab', url: `${world.site.url}/second` });
      expect(opened).toMatchObject({ status: 'ok', urlAfter: `${world.site.url}/second` });
      const second = (await active())?.tab ?? '';
      expect(second).not.toBe(first);
      expect((await world.guest.read()).tab).toBe(second);
      expect(await act({ action_type: 'switch_tab', tab: first })).toMatchObject({
        status: 'ok',
        urlAfter: `${world.site.url}/first`,
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

    it.each([
      ['that knows nobody', 'link "Alone"'],
      ['of a script', 'button "Child"'],
      ['of another host', 'link "Other host"'],
    ])('a window %s comes to the front, and gives way to its opener', async (_title, called) => {
      await world.guest.open(`${world.site.url}/tabs`);
      const { events, urlAfter } = await world.guest.click(called);
      const popup = events.find(({ type }) => type === 'popup');
      expect(popup).toMatchObject({ url: expect.stringMatching(/\/first$/) });
      expect(urlAfter).toMatch(/\/first$/);
      expect((await world.guest.read()).text).toContain('link "Next"');
      expect(await act({ action_type: 'close_page' })).toMatchObject({ urlAfter: `${world.site.url}/tabs` });
      expect(await active()).toMatchObject({ url: `${world.site.url}/tabs` });
    });

    it('the last one is replaced by a blank one', async () => {
      await closeOthers();
      await act({ action_type: 'close_page' });
      expect((await world.guest.read()).url).toBe('about:blank');
      expect(await tabs()).toHaveLength(1);
    });

    it(`are at most ${most}`, async () => {
      for (let count = (await tabs()).length; count < most; count += 1) await act({ action_type: 'new_tab' });
      await world.guest.open(`${world.site.url}/tabs`);
      const { events } = await world.guest.click('button "Child"');
      expect(events).toContainEqual(expect.objectContaining({ type: 'popup', refused: true }));
      expect(await act({ action_type: 'new_tab' })).toMatchObject({ status: 'failed', code: 'unsupported' });
      expect(await tabs()).toHaveLength(most);
      await closeOthers();
    });

    it('have a history', async () => {
      await world.guest.open(`${world.site.url}/first`);
      await world.guest.click('link "Next"');
      expect(await act({ action_type: 'go_back' })).toMatchObject({
        status: 'ok',
        urlAfter: `${world.site.url}/first`,
      });
      expect(await act({ action_type: 'go_forward' })).toMatchObject({
        status: 'ok',
        urlAfter: `${world.site.url}/second`,
      });
      expect(await act({ action_type: 'go_forward' })).toMatchObject({
        status: 'failed',
        code: 'navigation_failed',
      });
      await world.guest.open(`${world.site.url}/tabs`);
      await world.guest.click('button "Part"');
      expect(await act({ action_type: 'go_back' })).toMatchObject({
        status: 'ok',
        urlAfter: `${world.site.url}/tabs`,
      });
    });

    it('are loaded again', async () => {
      await world.guest.open(`${world.site.url}/second`);
      const before = world.site.asked.filter((line) => line.startsWith('GET /second')).length;
      expect(await act({ action_type: 'reload_page' })).toMatchObject({
        status: 'ok',
        urlAfter: `${world.site.url}/second`,
      });
      expect(world.site.asked.filter((line) => line.startsWith('GET /second'))).toHaveLength(before + 1);
    });

    it('addresses for other programs lead nowhere and hold nothing up', async () => {
      await world.guest.open(`${world.site.url}/tabs`);
      await world.guest.click('link "Write"');
      await world.guest.click('link "Strange"');
      expect((await world.guest.read()).url).toBe(`${world.site.url}/tabs`);
      await closeOthers();
    });

    describe('pages that will not come to rest', () => {
      it('a server that redirects without end is told as such', async () => {
        const result = await act({ action_type: 'goto_url', url: `${world.site.url}/around` });
        expect(result).toMatchObject({ status: 'failed', code: 'navigation_failed' });
        expect(result.message).toContain('redirects without end');
      });

      it('a page that sends the browser on without end is left', async () => {
        const result = await act({ action_type: 'goto_url', url: `${world.site.url}/spin` });
        // A slow machine may not get through enough documents to tell; the page is left with the next address then.
        if (result.status === 'ok') expect(result.urlAfter).toContain('/spin');
        else expect(result).toMatchObject({ status: 'failed', code: 'navigation_failed' });
        expect(await world.guest.open(`${world.site.url}/first`)).toMatchObject({ title: 'First' });
      });

      it('a page that goes back to itself when it is left is left all the same, or said to be in the way', async () => {
        await world.guest.open(`${world.site.url}/trap`);
        await world.guest.act({ action_type: 'click', id: world.guest.id('button "Stay"') });
        const result = await act({ action_type: 'goto_url', url: `${world.site.url}/first` });
        if (result.status === 'ok') expect(result.urlAfter).toBe(`${world.site.url}/first`);
        else expect(result).toMatchObject({ status: 'failed', code: 'navigation_failed' });
        await act({ action_type: 'new_tab' });
        await closeOthers();
      });
    });

    describe('what happens', () => {
      it('is told to whoever follows, until they have heard enough', async () => {
        const enough = new AbortController();
        const heard: PageEvent[] = [];
        const listening = (async () => {
          for await (const event of world.session.page.events({ signal: enough.signal })) heard.push(event);
        })();
        await world.guest.open(`${world.site.url}/tabs`);
        await world.guest.click('link "Alone"');
        await world.guest.act({ action_type: 'goto_url', url: `${world.site.url}/dialogs` });
        await world.guest.click('button "Three"');
        await act({ action_type: 'download_file', url: `${world.site.url}/data.csv` });
        await world.session.downloads?.finished(world.session.downloads.list().at(-1)?.id ?? '', { signal });
        enough.abort();
        await listening;
        expect(heard).toEqual(
          expect.arrayContaining([
            expect.objectContaining({ type: 'navigation', url: `${world.site.url}/tabs` }),
            expect.objectContaining({ type: 'popup', url: `${world.site.url}/first` }),
            expect.objectContaining({ type: 'dialog', text: 'Again' }),
            expect.objectContaining({ type: 'download', status: 'started' }),
            expect.objectContaining({ type: 'download', status: 'completed' }),
          ]),
        );
        const before = heard.length;
        await world.guest.open(`${world.site.url}/first`);
        expect(heard).toHaveLength(before);
      });

      it('ends when the session does', async () => {
        const other = await another();
        const heard: PageEvent[] = [];
        const listening = (async () => {
          for await (const event of other.page.events({ signal })) heard.push(event);
        })();
        await visitor(other).open(`${world.site.url}/first`);
        await other.close();
        await listening;
        expect(heard).toContainEqual(expect.objectContaining({ type: 'navigation' }));
      });

      it('a browser that is gone is told apart from a page that has crashed', async () => {
        const other = await another();
        await other.close();
        const reading = other.page.read({ mode: 'action', signal });
        await refused(reading, 'browser_failed');
        await expect(reading).rejects.toMatchObject({ details: { lost: 'browser_gone' } });
      });
    });
  });
}
