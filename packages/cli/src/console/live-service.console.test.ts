import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { demoCredentials } from '@runwright/demo';
import type { Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consoleOfTests, startRun, takeShots, violations, watchErrors } from './console.test-helpers.ts';
import { middleOf } from './fake-live.test-helpers.ts';

/** A page that changes its colour, and requests that wait until the test lets them go on. */
interface TestSite {
  readonly url: string;
  readonly server: Server;
  /** Number of requests of `/gate` that wait. */
  waiting(): number;
  /** Answers them. */
  open(): void;
}

async function startSite(): Promise<TestSite> {
  const waiting: ServerResponse[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/gate') waiting.push(response);
    else response.setHeader('content-type', 'text/html').end(moving);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    waiting: () => waiting.length,
    open() {
      for (const response of waiting.splice(0)) response.end('{}');
    },
  };
}

const moving = `<title>Moving</title><body><script>
  let isRed = false;
  setInterval(() => {
    isRed = !isRed;
    document.body.style.background = isRed ? '#c00000' : '#0000c0';
  }, 400);
</script>`;

describe('the live page of a real browser', () => {
  let site: TestSite;
  const service = consoleOfTests();
  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(async () => {
    site.open();
    site.server.closeAllConnections();
    site.server.close();
  });

  const blocksAt = (url: string, after: readonly object[]) => [
    { block_type: 'goto_url', label: 'open_page', url },
    { block_type: 'http_request', label: 'gate', method: 'GET', url: `${site.url}/gate`, timeout: 300 },
    ...after,
  ];

  it('shows a page that moves, and says when the run has ended', async () => {
    const runId = await startRun(service, blocksAt(`${site.url}/`, []));
    await expect.poll(() => site.waiting()).toBe(1);
    const page = await service.open(`/runs/${runId}`);
    const errors = watchErrors(page);
    await page.getByRole('link', { name: 'Watch live' }).click();
    await page.getByText('The agent has control.').waitFor();
    await expect.poll(() => middleOf(page)).toBe('192,0,0');
    await expect.poll(() => middleOf(page)).toBe('0,0,192');
    await page.getByRole('img', { name: 'Picture of the page: Moving' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'live-run');
    site.open();
    await page.getByText('The run has ended: its browser is closed.').waitFor();
    await takeShots(page, 'live-over');
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('lets a person sign in, and the agent goes on where they left', async () => {
    const runId = await startRun(
      service,
      blocksAt(`${service.demo.site.url}/orders`, [
        {
          block_type: 'extraction',
          label: 'read',
          data_extraction_goal: 'Every order of the table.',
          data_schema: orders,
        },
      ]),
    );
    await expect.poll(() => site.waiting()).toBe(1);
    const page = await service.open(`/live/run/${runId}`);
    const topOfPicture = async () => (await page.locator('.live-screen').boundingBox())?.y;
    await page.getByRole('button', { name: 'Take over' }).waitFor();
    const top = await topOfPicture();
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByText('You have control. The agent waits.').waitFor();
    expect(await topOfPicture()).toBe(top);
    await clickAt(page, await placeOf('#username'));
    await page.keyboard.type(demoCredentials.username);
    await page.keyboard.press('Tab');
    await page.keyboard.type(demoCredentials.password);
    const { length } = demoCredentials.password;
    await page.getByText(`Hidden field: ${length} characters typed`).waitFor();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'live-take-over');
    await page.keyboard.press('Enter');
    // The page in the picture is another one now.
    await expect.poll(() => page.getByLabel('Address of the page').inputValue()).toMatch(/\/orders$/);
    await page.keyboard.press('F6');
    await page.keyboard.press('Enter');
    await page.getByText('Control is handed back.').waitFor();
    await page.getByText('The agent has control.').waitFor();
    site.open();
    const run = await service.client.runs.handle(runId).finished();
    expect([run.status, JSON.stringify(run.output)]).toEqual(['completed', expect.stringContaining('PO-10')]);
    await page.getByText('A person took control').waitFor();
    const { items } = await service.client.runs.timelinePage(runId);
    const told = JSON.stringify(items);
    expect(told).toContain('take_over');
    expect(told).not.toContain(demoCredentials.password);

    await page.goto(`${service.base}/console/runs/${runId}`);
    await page.getByRole('treeitem').filter({ hasText: 'A person took control' }).first().waitFor();
    await page.getByRole('treeitem').filter({ hasText: 'hidden text' }).first().click();
    await page.getByText('Hidden: the field was secret').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  it('waits for a browser without a failure in the console, and cancels the run', async () => {
    const [open, gate] = blocksAt(`${site.url}/`, []);
    const runId = await startRun(
      service,
      [gate, open, { block_type: 'wait', label: 'rest', wait_sec: 600 }].filter(
        (block) => block !== undefined,
      ),
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

  it('takes control again when the connection was lost', async () => {
    const runId = await startRun(service, blocksAt(`${service.demo.site.url}/orders`, []));
    await expect.poll(() => site.waiting()).toBe(1);
    const page = await service.open('/runs');
    const sockets: { page: WebSocketRoute; server: WebSocketRoute }[] = [];
    await page.routeWebSocket(/\/live$/, (socket) => {
      sockets.push({ page: socket, server: socket.connectToServer() });
    });
    await page.goto(`${service.base}/console/live/run/${runId}`);
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByText('You have control.').waitFor();
    await sockets[0]?.server.close();
    await sockets[0]?.page.close({ code: 1011, reason: 'lost' });
    await expect.poll(() => sockets.length).toBe(2);
    await page.getByText('You have control.').waitFor();
    await clickAt(page, await placeOf('#username'));
    await page.keyboard.type('still here');
    await page.getByRole('button', { name: 'Hand back' }).click();
    await page.getByText('The agent has control.').waitFor();
    site.open();
    await service.client.runs.handle(runId).finished();
    const { items } = await service.client.runs.timelinePage(runId);
    // It is one take-over, before and after the loss.
    expect(items.filter(({ type }) => String(type) === 'take_over')).toMatchObject([
      {
        take_over: {
          ended_by: 'person',
          actions: expect.arrayContaining([expect.objectContaining({ text: 'still here' })]),
        },
      },
    ]);
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
    await address.fill(`${site.url}/`);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect.poll(() => middleOf(page)).toBe('192,0,0');
    await address.fill('http://169.254.169.254/latest');
    await address.press('Enter');
    await page.getByText('The input had no effect.').waitFor();
    await page.getByText('169.254.169.254').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await service.client.browserSessions.close(id);
    await page.context().close();
  });

  it('shows a browser session, which a key that only reads may watch', async () => {
    const { api_key: reader } = await service.client.apiKeys.create({ name: 'Reader', scopes: ['read'] });
    const { browser_session_id: id } = await service.client.browserSessions.create({});
    const runId = await startRun(service, blocksAt(`${site.url}/`, []), { session: id });
    await expect.poll(() => site.waiting()).toBe(1);
    site.open();
    await service.client.runs.handle(runId).finished();
    const page = await service.open(`/live/session/${id}`, { key: reader });
    await page.getByText('This key may only watch').waitFor();
    await expect.poll(() => middleOf(page)).toBe('192,0,0');
    await expect.poll(() => middleOf(page)).toBe('0,0,192');
    expect(await page.getByRole('button', { name: 'Take over' }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'live-session');
    await service.client.browserSessions.close(id);
    await page.getByText('The browser session has ended: its browser is closed.').waitFor();
    await page.context().close();
  });

  /** Where an element of the page for signing in is, as a part of the width and height of the window. */
  async function placeOf(selector: string): Promise<{ readonly x: number; readonly y: number }> {
    const page = await service.open('/', { signedIn: false, viewport: { width: 1280, height: 800 } });
    await page.goto(`${service.demo.site.url}/orders`);
    const box = await page.locator(selector).boundingBox();
    await page.context().close();
    if (!box) throw new Error(`The page for signing in has no ${selector}.`);
    return { x: (box.x + box.width / 2) / 1280, y: (box.y + box.height / 2) / 800 };
  }
});

const orders = {
  type: 'object',
  required: ['orders'],
  properties: {
    orders: {
      type: 'array',
      items: {
        type: 'object',
        required: ['number', 'customer'],
        properties: {
          number: { type: 'string', description: 'Order number such as PO-1001' },
          customer: { type: 'string' },
        },
      },
    },
  },
};

async function clickAt(page: Page, { x, y }: { readonly x: number; readonly y: number }): Promise<void> {
  const box = await page.locator('.live-screen canvas').boundingBox();
  if (!box) throw new Error('The live page shows no picture.');
  await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
}
