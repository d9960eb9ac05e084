import { demoCredentials } from '@runwright/demo';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  consoleOfTests,
  inDocument,
  startRun,
  takeShots,
  violations,
  watchErrors,
} from './console.test-helpers.ts';
import { expectControl, expectPicture } from './fake-live.test-helpers.ts';
import { fakeSiteUrl } from './fake-site.test-helpers.ts';
import { gatedSiteOfTests } from './gated-site.test-helpers.ts';

describe('the live page of a service', () => {
  const site = gatedSiteOfTests();
  const service = consoleOfTests();
  const movingPage = () => `${inDocument ? fakeSiteUrl : site.url}/moving`;

  it('shows a page that moves, and says when the run has ended', async () => {
    const runId = await startRun(service, site.blocksAt(movingPage()));
    await expect.poll(() => site.waiting()).toBe(1);
    const page = await service.open(`/runs/${runId}`);
    const errors = watchErrors(page);
    await page.getByRole('link', { name: 'Watch live' }).click();
    await page.getByText('The agent has control.').waitFor();
    await expectPicture(page, '192,0,0');
    await expectPicture(page, '0,0,192');
    await page.getByRole('img', { name: 'Picture of the page: Moving' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'live-run');
    site.open();
    await page.getByText('The run has ended: its browser is closed.').waitFor();
    await takeShots(page, 'live-over');
    expect(errors).toEqual([]);
    await page.context().close();
  });

  // In a browser, with a picture to click on: `live-service.console.test.ts`.
  it.runIf(inDocument)('lets a person sign in, and the agent goes on where they left', async () => {
    const { username, password } = demoCredentials;
    const runId = await startRun(service, [
      ...site.blocksAt(`${fakeSiteUrl}/orders`),
      { block_type: 'navigation', label: 'check', navigation_goal: 'Sign in, unless somebody is signed in.' },
    ]);
    await expect.poll(() => site.waiting()).toBe(1);
    const page = await service.open(`/live/run/${runId}`);
    await page.getByRole('button', { name: 'Take over' }).click();
    await expectControl(page);
    await page.getByText('The agent waits.').waitFor();
    await clickAt(page, 5, 5);
    await page.keyboard.type(username);
    await clickAt(page, 5, 15);
    await page.keyboard.type(password);
    await page.getByText(`Hidden field: ${password.length} characters typed`).waitFor();
    await clickAt(page, 5, 25);
    // The page in the picture is another one now.
    await expect.poll(() => page.getByLabel('Address of the page').inputValue()).toMatch(/\/account$/);
    await page.keyboard.press('F6');
    await page.keyboard.press('Enter');
    await page.getByText('Control is handed back.').waitFor();
    await page.getByText('The agent has control.').waitFor();
    site.open();
    expect((await service.client.runs.handle(runId).finished()).status).toBe('completed');
    await page.getByText('A person took control').waitFor();
    const { items } = await service.client.runs.timelinePage(runId);
    const told = JSON.stringify(items);
    expect(told).toContain('take_over');
    expect(told).not.toContain(password);

    await page.goto(`${service.base}/console/runs/${runId}`);
    await page.getByRole('treeitem').filter({ hasText: 'A person took control' }).first().waitFor();
    await page.getByRole('treeitem').filter({ hasText: 'hidden text' }).first().click();
    await page.getByText('Hidden: the field was secret').waitFor();
    await page.context().close();
  });

  it('waits for a browser without a failure in the console, and cancels the run', async () => {
    const [open, gate] = site.blocksAt(movingPage());
    const runId = await startRun(
      service,
      [gate, open, { block_type: 'wait', label: 'rest', wait_sec: 600 }],
      { title: 'Opens late' },
    );
    await expect.poll(() => site.waiting()).toBe(1);
    const page = await service.open('/runs');
    const errors = watchErrors(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('websocket', (socket) => asked.push(socket.url()));
    await page.goto(`${service.base}/console/live/run/${runId}`);
    await page.getByText('The run has no browser to show now.').waitFor();
    const nav = page.getByRole('navigation', { name: 'Sections' });
    expect(await nav.getByRole('link', { name: 'Runs' }).getAttribute('aria-current')).toBe('page');
    await page.getByRole('heading', { name: 'Live: Opens late' }).waitFor();
    expect(asked.filter((url) => /\/live$/.test(url))).toEqual([]);
    site.open();
    await page.getByText('The agent has control.').waitFor();
    expect(asked.filter((url) => url.includes('token='))).toEqual([]);
    expect(asked.filter((url) => /\/live$/.test(url))).toHaveLength(1);
    await takeShots(page, 'live-cancel');
    await page.getByRole('button', { name: 'Cancel run' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the run' }).click();
    await page.getByText('The run has ended: its browser is closed.').waitFor();
    expect((await service.client.runs.get(runId)).status).toBe('canceled');
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('opens an address in a new browser session, and says which one the policy refuses', async () => {
    const { browser_session_id: id } = await service.client.browserSessions.create({});
    const page = await service.open(`/live/session/${id}`);
    const nav = page.getByRole('navigation', { name: 'Sections' });
    expect(await nav.getByRole('link', { name: 'Browser sessions' }).getAttribute('aria-current')).toBe(
      'page',
    );
    await page.getByRole('button', { name: 'Take over' }).click();
    const address = page.getByLabel('Address of the page');
    await address.fill(movingPage());
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('img', { name: 'Picture of the page: Moving' }).waitFor();
    await expectPicture(page, '192,0,0');
    // The fake browser tells the person no failures.
    if (!inDocument) {
      await address.fill('http://169.254.169.254/latest');
      await address.press('Enter');
      await page.getByText('The input had no effect.').waitFor();
      await page.getByText('169.254.169.254').first().waitFor();
      expect(await violations(page)).toEqual([]);
    }
    await service.client.browserSessions.close(id);
    await page.context().close();
  });

  it('shows a browser session, which a key that only reads may watch', async () => {
    const { api_key: reader } = await service.client.apiKeys.create({ name: 'Reader', scopes: ['read'] });
    const { browser_session_id: id } = await service.client.browserSessions.create({});
    const runId = await startRun(service, site.blocksAt(movingPage()), { session: id });
    await expect.poll(() => site.waiting()).toBe(1);
    site.open();
    await service.client.runs.handle(runId).finished();
    const page = await service.open(`/live/session/${id}`, { key: reader });
    await page.getByText('This key may only watch').waitFor();
    await expectPicture(page, '192,0,0');
    await expectPicture(page, '0,0,192');
    expect(await page.getByRole('button', { name: 'Take over' }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'live-session');
    await service.client.browserSessions.close(id);
    await page.getByText('The browser session has ended: its browser is closed.').waitFor();
    await page.context().close();
  });
});

/** Constructors of the document: this package has no types of the DOM. */
interface DocumentView {
  readonly DOMRect: new (x: number, y: number, width: number, height: number) => never;
  readonly MouseEvent: new (type: string, options: object) => never;
}

/** Clicks on a point of the page in the picture, which a document does not lay out. */
async function clickAt(page: Page, clientX: number, clientY: number): Promise<void> {
  await page.getByRole('textbox', { name: /^The page in the picture/ }).evaluate(
    (field, point) => {
      const view = field.ownerDocument.defaultView as unknown as DocumentView;
      field.getBoundingClientRect = () => new view.DOMRect(0, 0, 1280, 800);
      for (const type of ['mousedown', 'mouseup'])
        field.dispatchEvent(new view.MouseEvent(type, { bubbles: true, ...point }));
    },
    { clientX, clientY },
  );
}
