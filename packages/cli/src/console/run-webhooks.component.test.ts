import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  consoleOfTests,
  inDocument,
  startRun,
  takeShots,
  violations,
  watchErrors,
} from './console.test-helpers.ts';

describe('the webhooks of a run', () => {
  const service = consoleOfTests();
  /** Bodies that the receiver got, oldest first. */
  const received: string[] = [];
  let status = 200;
  const hook = createServer(async (request, response) => {
    received.push(Buffer.concat(await request.toArray()).toString());
    response.writeHead(status).end(status === 200 ? 'thank you' : '{"error":"not now"}');
  });
  const hookUrl = () => `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`;
  beforeAll(async () => {
    await once(hook.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(async () => {
    hook.close();
  });

  /** Opens the deliveries of a run of this program. */
  async function ended(code: string, webhookUrl?: string): Promise<{ runId: string; page: Page }> {
    const runId = await startRun(service, [{ block_type: 'code', label: 'program', code }], { webhookUrl });
    for await (const _event of service.client.runs.events(runId));
    return { runId, page: await service.open(`/runs/${runId}?tab=webhooks`) };
  }
  const bodyIn = (page: Page) => page.getByRole('region', { name: 'Body that was sent' });

  it('shows the body that was sent as JSON, its size, the headers, and the answer', async () => {
    status = 200;
    const { runId, page } = await ended(
      'return { orders: [{ id: 1, name: "Zoë" }] }',
      `${hookUrl()}?token=abc`,
    );
    const errors = watchErrors(page);
    const body = bodyIn(page);
    await body.getByText(`"run_id": "${runId}"`).waitFor();
    const sent = received.at(-1) ?? '';
    expect(sent).toContain('token=abc');
    expect(JSON.parse((await body.textContent()) ?? '')).toEqual(
      JSON.parse(sent.replace('token=abc', '*****')),
    );
    await page.getByText('thank you').waitFor();
    await page.getByText('x-service-timestamp').waitFor();
    await page.getByText('HMAC-SHA256 of the body; its value is not kept').waitFor();
    const delivered = page.getByRole('listitem').filter({ hasText: 'Delivered' });
    expect(await delivered.textContent()).toContain(`${(Buffer.byteLength(sent) / 1000).toFixed(1)} kB`);
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'run-webhooks-body');

    await page.getByRole('button', { name: 'Show as sent' }).click();
    await expect.poll(() => body.textContent()).toBe(sent.replace('token=abc', '*****'));
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('copies the body as it is shown', async () => {
    status = 200;
    const { page } = await ended('return { text: "to be copied" }', hookUrl());
    if (!inDocument) await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await bodyIn(page).waitFor();
    await page.getByRole('button', { name: 'Show as sent' }).click();
    await page
      .locator('.code-block')
      .filter({ has: bodyIn(page) })
      .getByRole('button')
      .click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(received.at(-1));
    await page.context().close();
  });

  it('shows of a failed delivery what was sent, and sends exactly that again', async () => {
    status = 503;
    const { runId, page } = await ended('return { total: 12.5 }', hookUrl());
    const refused = received.at(-1) ?? '';
    await page.getByText('the receiver answered 503').first().waitFor();
    await page.getByText('{"error":"not now"}').waitFor();
    await bodyIn(page).getByText('"status": "completed"').waitFor();
    await takeShots(page, 'run-webhooks-failed');

    status = 200;
    await page.getByRole('button', { name: 'Send again' }).click();
    const cards = page.getByRole('listitem').filter({ hasText: 'HTTP status' });
    await cards.filter({ hasText: 'thank you' }).waitFor();
    expect(received.at(-1)).toBe(refused);
    const [newest, first] = [cards.nth(0), cards.nth(1)];
    expect(await newest.textContent()).toContain('Manual');
    for (const card of [newest, first]) await card.getByText(`"run_id": "${runId}"`).waitFor();
    await first.getByText('Request', { exact: true }).click();
    await expect.poll(() => bodyIn(page).count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'run-webhooks-again');
    await page.context().close();
  });

  it('says of a large body how much of it is not kept', async () => {
    status = 200;
    const { page } = await ended('return { text: "ü".repeat(200000) }', hookUrl());
    const bytes = Buffer.byteLength(received.at(-1) ?? '');
    const notice = page.locator('.notice').filter({ hasText: 'Only the beginning is kept' });
    await notice.waitFor();
    const text = (await notice.textContent()) ?? '';
    expect(text).toContain(`was sent ${bytes.toLocaleString('en-US')} bytes`);
    const cut = Number(/the last ([\d,]+)/.exec(text)?.[1]?.replaceAll(',', ''));
    expect(bytes - cut).toBeLessThanOrEqual(256 * 1024);
    expect(bytes - cut).toBeGreaterThan(256 * 1024 - 2);
    expect(await violations(page)).toEqual([]);
    if (!inDocument) await notice.scrollIntoViewIfNeeded();
    await takeShots(page, 'run-webhooks-large');
    await page.context().close();
  });

  it('says of a delivery of an earlier version that what was sent is not kept', async () => {
    status = 200;
    const { runId, page } = await ended('return 1', hookUrl());
    // As the service answers for a delivery without these columns.
    await page.route('**/webhook_deliveries/whd_*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ json: { ...(await response.json()), request: null } });
    });
    await page.goto(`${service.base}/console/runs/${runId}?tab=webhooks`);
    await page.getByText('What was sent is not kept').waitFor();
    await page.getByText('thank you').waitFor();
    await takeShots(page, 'run-webhooks-not-kept');
    await page.context().close();
  });
});
