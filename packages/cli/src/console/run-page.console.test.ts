import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRecordedRun } from '../recording/recorded-run.ts';
import { openRecording } from '../recording/unpack-recording.ts';
import { consoleOfTests, startRun, takeShots, violations, watchErrors } from './console.test-helpers.ts';

const tabs = [
  ...['Timeline', 'Graph', 'Screenshots', 'Model calls', 'Network and console', 'Recording', 'Files'],
  ...['Webhooks', 'Output', 'Request'],
];

describe('the page of a run', () => {
  const service = consoleOfTests();
  const received: string[] = [];
  const hook = createServer(async (request, response) => {
    for await (const chunk of request) received.push(String(chunk));
    response.writeHead(200).end('thank you');
  });
  beforeAll(async () => {
    await once(hook.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(async () => {
    hook.close();
  });
  const hookUrl = () => `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`;

  it('follows a run of the demo while it happens, and shows each of its parts when it is over', async () => {
    const { runId } = await service.demo.run(service.engine, service.organizationId);
    const page = await service.open(`/runs/${runId}`);
    const errors = watchErrors(page);
    const tree = page.getByRole('tree', { name: 'Timeline' });
    await tree.getByRole('treeitem').filter({ hasText: 'sign_in' }).waitFor();
    await page
      .getByRole('banner')
      .or(page.locator('.page-header'))
      .getByText('Completed')
      .waitFor({ timeout: 300_000 });
    await tree.getByRole('treeitem').filter({ hasText: 'read' }).first().waitFor();
    // The recordings are stored when the browser has closed.
    await page.getByRole('tab', { name: 'Recording' }).click();
    await page.getByLabel('Recording 1', { exact: true }).waitFor();
    for (const name of tabs) {
      await page.getByRole('tab', { name, exact: true }).click();
      await page.getByRole('tabpanel', { name }).waitFor();
      await expect.poll(() => page.getByText(/^Loading/).count()).toBe(0);
      expect([name, await violations(page)]).toEqual([name, []]);
      await takeShots(page, `run-${name.toLowerCase().replaceAll(' ', '-')}`);
    }
    await page.getByRole('tab', { name: 'Network and console' }).click();
    await page.getByRole('table', { name: 'Requests' }).getByText('/orders').first().waitFor();
    await page.getByRole('tab', { name: 'Recording' }).click();
    const jumps = page.getByRole('navigation', { name: 'Actions in Recording 1' });
    const time = () => page.evaluate("document.querySelector('video').currentTime");
    await expect.poll(time).toBeGreaterThan(0);
    await jumps.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(time).toBeGreaterThan(0);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('draws the version of the workflow that the run executed, which it names', async () => {
    const block = (label: string) => ({ block_type: 'code', label, code: 'return 1' });
    const id = await startRun(service, [block('before')], { title: 'Versions' });
    await service.client.runs.handle(id).finished();
    const { workflow_permanent_id: workflowId } = await service.client.runs.get(id);
    await service.client.workflows.update(workflowId, {
      json_definition: {
        title: 'Versions',
        workflow_definition: { parameters: [], blocks: [block('after')] },
      } as never,
    });
    const page = await service.open(`/runs/${id}?tab=graph`);
    await page.getByRole('button', { name: /^before/ }).waitFor();
    expect(await page.getByRole('button', { name: /^after/ }).count()).toBe(0);
    await page.getByText('version 1', { exact: true }).waitFor();
    await page.context().close();
  });

  it('marks the element of an action in its screenshot, and shows the elements that the model saw', async () => {
    const { runId } = await service.demo.run(service.engine, service.organizationId);
    await service.client.runs.handle(runId).finished();
    const page = await service.open(`/runs/${runId}`);
    const typing = page.getByRole('treeitem').filter({ hasText: 'Input text' }).first();
    await typing.click();
    const details = page.getByRole('region', { name: 'Details' });
    await details.locator('.shot-mark rect').first().waitFor();
    const [picture, mark] = await Promise.all([
      details.locator('.shot img').first().boundingBox(),
      details.locator('.shot-mark rect').first().boundingBox(),
    ]);
    expect(mark!.x).toBeGreaterThanOrEqual(picture!.x);
    expect(mark!.x + mark!.width).toBeLessThanOrEqual(picture!.x + picture!.width);
    await details.getByLabel('Elements of the page').locator('mark').waitFor();
    expect(new URL(page.url()).searchParams.get('node')).toMatch(/act_/);
    await takeShots(page, 'run-action');

    await details.getByRole('button', { name: 'Show in full size' }).first().click();
    const full = page.getByRole('region', { name: 'Picture in full size' });
    await full.locator('.shot-mark rect').waitFor();
    expect(await full.locator('img').evaluate((image) => image.clientWidth)).toBe(1280);
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'run-picture-full-size');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    await details.getByRole('button', { name: 'Show in full size' }).first().click();
    await full.locator('.shot-mark rect').waitFor();
    await expect.poll(() => full.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.setViewportSize({ width: 1440, height: 900 });

    await page.getByRole('treeitem').filter({ hasText: 'Step' }).first().click();
    await details.getByRole('img', { name: /^The page: / }).waitFor();
    await details.getByRole('heading', { name: 'Elements that the model saw' }).waitFor();
    await details.getByLabel('Elements of the page').getByText('User name').first().waitFor();
    await takeShots(page, 'run-step');

    await page.getByRole('treeitem').filter({ hasText: 'Model:' }).first().click();
    await details.getByRole('region', { name: 'Answer' }).getByText('input_text').first().waitFor();
    await takeShots(page, 'run-model-call');
    await details.getByText('No price known for the model scripted').waitFor();
    await details.getByRole('tab', { name: 'Prompt' }).click();
    await details.getByRole('region', { name: 'Prompt' }).waitFor();
    await details.evaluate((frame) => frame.scrollTo(0, 1e6));
    await page.getByRole('treeitem').filter({ hasText: 'Step' }).first().click();
    await details.getByText('of this are in none of the lines below it').waitFor();
    await expect.poll(() => details.evaluate(({ scrollTop }) => scrollTop)).toBe(0);

    await page.getByRole('tab', { name: 'Files', exact: true }).click();
    await page.getByLabel('Filter artifacts').fill('css selectors');
    const found = page.getByRole('table', { name: 'Artifacts' }).getByRole('row');
    await found.filter({ hasText: 'sign_in, step 1' }).first().waitFor();
    await expect.poll(() => found.filter({ hasText: 'Screenshot' }).count()).toBe(0);
    await takeShots(page, 'run-files-filtered');

    await page.getByRole('tab', { name: 'Model calls', exact: true }).click();
    await page.getByRole('button', { name: 'Act', exact: true }).first().click();
    await page.getByRole('dialog').waitFor();
    await page.mouse.click(5, 5);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);

    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Open the workflow' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('main').getByRole('link', { name: 'Orders of a supplier' }).click();
    await page.waitForURL(/\/console\/workflows\/wpid_/);
    await page.context().close();
  });

  it('goes to the details of a line that is tapped on a phone, where sections are in a menu', async () => {
    const runId = await startRun(service, [{ block_type: 'code', label: 'program', code: 'return 1' }]);
    await service.client.runs.handle(runId).finished();
    const page = await service.open(`/runs/${runId}`, { viewport: { width: 390, height: 844 } });
    await page.getByRole('treeitem').filter({ hasText: 'program' }).click();
    const details = page.getByRole('region', { name: 'Details' });
    await expect.poll(() => details.evaluate((frame) => frame.matches(':focus'))).toBe(true);
    await expect.poll(async () => (await details.boundingBox())!.y).toBeLessThan(600);
    await takeShots(page, 'run-phone-details');
    await page.getByRole('button', { name: 'Menu' }).click();
    await takeShots(page, 'run-phone-menu');
    await page.setViewportSize({ width: 360, height: 800 });
    const side = page.locator('.side');
    expect(await side.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Health' }).click();
    await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor();
    expect(await page.getByRole('link', { name: 'Schedules' }).isVisible()).toBe(false);
    await page.context().close();
  });

  it('moves, closes and opens its lines by keyboard', async () => {
    const runId = await startRun(
      service,
      [
        {
          block_type: 'for_loop',
          label: 'each',
          loop_over_parameter_key: 'items',
          loop_blocks: [{ block_type: 'code', label: 'inner', code: 'return 1' }],
        },
      ],
      {
        parameters: [
          {
            key: 'items',
            parameter_type: 'workflow',
            workflow_parameter_type: 'json',
            default_value: ['a', 'b'],
          },
        ],
      },
    );
    await service.client.runs.handle(runId).finished();
    const page = await service.open(`/runs/${runId}`);
    const tree = page.getByRole('tree');
    const items = tree.getByRole('treeitem');
    await expect.poll(() => items.count()).toBe(5);
    await tree.focus();
    const selected = () => tree.getByRole('treeitem', { selected: true }).textContent();
    await page.keyboard.press('Home');
    await expect.poll(selected).toContain('each');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => items.count()).toBe(1);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect.poll(selected).toContain('Iteration 1');
    await page.keyboard.press('End');
    await expect.poll(selected).toContain('inner');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(selected).toContain('Iteration 2');
    await page.context().close();
  });

  it('shows why a run failed and what to do, and cancels one that is under way', async () => {
    const failed = await startRun(service, [
      { block_type: 'code', label: 'program', code: 'throw new Error("no paper")' },
    ]);
    const page = await service.open(`/runs/${failed}`);
    const why = page.getByRole('region', { name: 'Why the run failed' });
    await why.getByText('no paper').first().waitFor();
    // The reason stands once, although the errors of the run repeat it.
    expect((await why.textContent())!.split('no paper')).toHaveLength(2);
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'run-failed');
    await why.getByRole('button', { name: 'Show the failed block' }).click();
    await page.getByRole('region', { name: 'Details' }).getByRole('heading', { name: 'program' }).waitFor();

    await why.getByRole('link', { name: 'Edit the block' }).click();
    await page.getByLabel('Label', { exact: true }).waitFor();
    expect(await page.getByLabel('Label', { exact: true }).inputValue()).toBe('program');

    const long = await startRun(service, [{ block_type: 'wait', label: 'wait', wait_sec: 1800 }]);
    await page.goto(`${service.base}/console/runs/${long}`);
    await page.getByRole('button', { name: 'Cancel run' }).click();
    await takeShots(page, 'run-cancel');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Cancel run' }).click();
    await page.getByRole('button', { name: 'Cancel the run' }).click();
    await page.locator('.page-header').getByText('Canceled').waitFor();
    await page.context().close();
  });

  it('answers a run that waits for a person', async () => {
    const runId = await startRun(service, [
      {
        block_type: 'human_interaction',
        label: 'ask',
        recipients: ['ann@shop.test'],
        instructions: 'Is this right?',
        timeout_seconds: 3000,
      },
    ]);
    const page = await service.open(`/runs/${runId}`);
    await page.getByRole('button', { name: 'Approve' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Is this right?').waitFor();
    await dialog.getByLabel('Comment').fill('Yes, it is.');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await page.locator('.page-header').getByText('Completed').waitFor();
    expect(JSON.stringify((await service.client.runs.get(runId)).output)).toContain('Yes, it is.');
    await page.context().close();
  });

  it('shows the deliveries of the webhook and sends it again', async () => {
    const runId = await startRun(service, [{ block_type: 'code', label: 'program', code: 'return 1' }]);
    await service.client.runs.handle(runId).finished();
    const page = await service.open(`/runs/${runId}?tab=webhooks`);
    await page.getByText('Nothing was sent').waitFor();
    await page.getByLabel('Send to').fill(hookUrl());
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('thank you').waitFor();
    expect(received.join('')).toContain(runId);
    await page.context().close();
  });

  it('shows lists of the output as tables and exports them', async () => {
    const runId = await startRun(service, [
      {
        block_type: 'code',
        label: 'program',
        code: 'return { orders: [{ id: 1, name: "=1+1" }, { id: 2, name: "b" }] }',
      },
    ]);
    await service.client.runs.handle(runId).finished();
    const page = await service.open(`/runs/${runId}?tab=output`);
    await page.getByRole('cell', { name: '=1+1' }).first().waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).first().click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).toBe("id,name\r\n1,'=1+1\r\n2,b\r\n");
    await page.context().close();
  });

  it('becomes a regression test: it is done again with a recording, which is saved as a file', async () => {
    const runId = await startRun(service, [
      { block_type: 'goto_url', label: 'shop', url: service.demo.site.url },
    ]);
    await service.client.runs.handle(runId).finished();
    const page = await service.open(`/runs/${runId}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Save as a test…' }).click();
    const dialog = page.getByRole('dialog');
    const again = dialog.getByRole('button', { name: 'Run again and record' });
    await again.waitFor();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'run-record');
    await again.click();
    await dialog.waitFor({ state: 'detached' });
    await page.waitForURL((url) => url.pathname.includes('/runs/wr_') && !url.pathname.endsWith(runId));
    const recordedId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await service.client.runs.handle(recordedId).finished();
    await page.getByRole('button', { name: 'Run again…' }).waitFor();
    await expect
      .poll(() => service.client.runs.artifacts(recordedId), { timeout: 300_000 })
      .toContainEqual(expect.objectContaining({ artifact_type: 'cassette_run' }));
    await page.getByRole('button', { name: 'Save as a test…' }).click();
    await dialog.getByText(`runwright replay ${recordedId}.zip`).waitFor();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'run-save-test');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: `${recordedId}.zip` }).click(),
    ]);
    const file = join(await mkdtemp(join(tmpdir(), 'runwright-test-')), 'test.zip');
    await download.saveAs(file);
    {
      await using recording = await openRecording(file);
      expect(await readRecordedRun(recording.dir)).toMatchObject({ result: { status: 'completed' } });
    }
    await rm(dirname(file), { recursive: true });
    await page.context().close();
  });
});
