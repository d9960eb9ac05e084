import { demoCredentials } from '@runwright/demo';
import type { Page, WebSocketRoute } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { consoleOfTests, startRun, takeShots, violations } from './console.test-helpers.ts';
import { gatedSiteOfTests } from './gated-site.test-helpers.ts';

describe('the live page of a real browser', () => {
  const site = gatedSiteOfTests();
  const service = consoleOfTests();

  it('lets a person sign in, and the agent goes on where they left', { tags: ['extended'] }, async () => {
    const runId = await startRun(service, [
      ...site.blocksAt(`${service.demo.site.url}/orders`),
      {
        block_type: 'extraction',
        label: 'read',
        data_extraction_goal: 'Every order of the table.',
        data_schema: orders,
      },
    ]);
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
    await page.context().close();
  });

  it('takes control again when the connection was lost', { tags: ['extended'] }, async () => {
    const runId = await startRun(service, site.blocksAt(`${service.demo.site.url}/orders`));
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
    await page.goto(`${service.base}/console/runs/${runId}`);
    await page.getByRole('treeitem').filter({ hasText: 'A person took control' }).first().click();
    await page.getByRole('region', { name: 'Details' }).getByRole('heading').first().waitFor();
    expect(await violations(page)).toEqual([]);
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
