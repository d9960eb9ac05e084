import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRecordedRun } from '../recording/recorded-run.ts';
import { openRecording } from '../recording/unpack-recording.ts';
import { consoleOfTests, inDocument, startRun, takeShots, violations } from './console.test-helpers.ts';
import { signInTitle, siteOf, startSignIn } from './test-site.test-helpers.ts';

describe('the page of a run', () => {
  const service = consoleOfTests();
  const folder = mkdtempSync(join(tmpdir(), 'runwright-downloads-'));
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
    await rm(folder, { recursive: true, force: true });
  });
  const hookUrl = () => `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`;

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

  it('shows what an action did, what the model saw and answered, and the artifacts of both', async () => {
    const runId = await startSignIn(service);
    await service.client.runs.handle(runId).finished();
    const page = await service.open(`/runs/${runId}`);
    const typing = page.getByRole('treeitem').filter({ hasText: 'Input text' }).first();
    await typing.click();
    const details = page.getByRole('region', { name: 'Details' });
    await details.getByRole('button', { name: 'Show in full size' }).first().waitFor();
    await details.getByLabel('Elements of the page').locator('mark').waitFor();
    expect(new URL(page.url()).searchParams.get('node')).toMatch(/act_/);
    await takeShots(page, 'run-action');

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
    await details.getByRole('heading', { name: 'Elements that the model saw' }).waitFor();
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
    if (inDocument) await page.keyboard.press('Escape');
    else await page.mouse.click(5, 5);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);

    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Open the workflow' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('main').getByRole('link', { name: signInTitle }).click();
    await page.waitForURL(/\/console\/workflows\/wpid_/);
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
    const file = join(folder, 'orders.csv');
    await download.saveAs(file);
    expect(await readFile(file, 'utf8')).toBe("id,name\r\n1,'=1+1\r\n2,b\r\n");
    await page.context().close();
  });

  it('becomes a regression test: it is done again with a recording, which is saved as a file', async () => {
    const runId = await startRun(service, [
      { block_type: 'goto_url', label: 'shop', url: `${siteOf(service)}/` },
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
      .poll(() => service.client.runs.artifacts(recordedId))
      .toContainEqual(expect.objectContaining({ artifact_type: 'cassette_run' }));
    await page.getByRole('button', { name: 'Save as a test…' }).click();
    await dialog.getByText(`runwright replay ${recordedId}.zip`).waitFor();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'run-save-test');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: `${recordedId}.zip` }).click(),
    ]);
    const file = join(folder, 'test.zip');
    await download.saveAs(file);
    {
      await using recording = await openRecording(file);
      expect(await readRecordedRun(recording.dir)).toMatchObject({ result: { status: 'completed' } });
    }
    await page.context().close();
  });
});
