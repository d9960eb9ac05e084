import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '@runwright/core';
import { demoOrders, demoProducts } from '@runwright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compose } from './compose.ts';
import { type Demo, startDemo } from './demo.ts';
import { readEnvironment } from './environment.ts';
import { createResourceStack } from './resources.ts';
import { serve } from './serve.ts';
import { sharedBrowser } from './shared-browser.test-helpers.ts';

/** A receiver of webhooks that answers with a status and keeps what came. */
async function receiver(status: number) {
  const received: { headers: IncomingMessage['headers']; body: Buffer }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, url: `http://${host}/hook`, received, close: () => server.close() };
}

describe('the service with a real browser, the demo site and the scripted model', () => {
  const resources = createResourceStack();
  let demo: Demo;
  let engine: Engine;
  let organizationId: string;
  let base: string;
  let key: string;
  let folder: string;
  let accepting: Awaited<ReturnType<typeof receiver>>;
  let refusing: Awaited<ReturnType<typeof receiver>>;
  /** The run of a task: the answer to its request, and its record after its end. */
  let started: Awaited<ReturnType<typeof call>>;
  let ended: any;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'runwright-service-'));
    [accepting, refusing] = [await receiver(204), await receiver(500)];
    demo = resources.use(await startDemo({ scripted: true }));
    const environment = readEnvironment({
      RUNWRIGHT_DATA_DIR: folder,
      RUNWRIGHT_PORT: '0',
    });
    ({ engine } = await compose(environment, {
      worker: true,
      browser: sharedBrowser(),
      allowedHosts: [demo.site.host, accepting.host, refusing.host],
      ...(demo.model ? { model: demo.model } : {}),
      secrets: [demo.secrets],
    }));
    resources.use(engine);
    ({ organizationId } = await engine.organizations.first());
    key = (await engine.keys.create(organizationId, { name: 'test' })).text;
    base = resources.use(await serve(engine, environment)).address;
    await engine.start();
    started = await call('/v1/run/tasks', { ...catalogTask(), webhook_url: accepting.url });
    ended = await finished(started.json.run_id);
  });
  afterAll(async () => {
    await resources.close();
    accepting.close();
    refusing.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const call = async (path: string, body?: unknown) => {
    const answer = await fetch(base + path, {
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    return { status: answer.status, json: (await answer.json()) as any };
  };
  const finished = async (runId: string) => {
    await engine.runs.finished(organizationId, runId);
    return (await call(`/v1/runs/${runId}`)).json;
  };
  const catalogTask = () => ({
    prompt: 'List the products with their prices',
    url: `${demo.site.url}/catalog`,
    data_extraction_schema: {
      type: 'object',
      required: ['products'],
      properties: {
        products: {
          type: 'array',
          items: {
            type: 'object',
            required: ['name', 'price'],
            properties: { name: { type: 'string' }, price: { type: 'string' } },
          },
        },
      },
    },
  });

  it('carries out a task: output that fits the schema, steps, a screenshot, artifacts', async () => {
    expect([started.status, started.json.status]).toEqual([200, 'created']);
    expect(started.json.run_id).toMatch(/^tsk_/);

    const run = ended;
    expect(run).toMatchObject({ status: 'completed', failure_reason: null });
    expect(run.step_count).toBeGreaterThan(0);
    const names = run.output.products.map((product: { name: string }) => product.name);
    expect(names).toEqual(demoProducts.map((product) => product.name));

    const link = new URL(run.screenshot_urls[0]);
    const picture = Buffer.from(await (await fetch(base + link.pathname + link.search)).arrayBuffer());
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    expect(picture.length).toBeGreaterThan(10_000);

    // What the browser recorded and the log of the run are stored after its end.
    const typesOf = async () => {
      const { json } = await call(`/v1/runs/${run.run_id}/artifacts`);
      return [...new Set(json.map((artifact: { artifact_type: string }) => artifact.artifact_type))].sort();
    };
    await expect
      .poll(typesOf, { interval: 200 })
      .toEqual(
        [
          ...['recording', 'har', 'service_log', 'service_log_raw'],
          ...['screenshot_action', 'screenshot_final', 'html', 'html_scrape'],
          ...['llm_prompt', 'llm_request', 'llm_response', 'llm_response_parsed'],
          ...['visible_elements_tree', 'visible_elements_tree_trimmed', 'visible_elements_tree_in_prompt'],
          ...[
            'visible_elements_id_css_map',
            'visible_elements_id_xpath_map',
            'visible_elements_id_frame_map',
          ],
          'hashed_href_map',
        ].sort(),
      );
  });

  it('sends a signed webhook when a run has ended', async () => {
    const run = ended;
    await expect.poll(() => accepting.received.length).toBe(1);
    const [hook] = accepting.received;
    const signature = createHmac('sha256', key).update(hook!.body).digest('hex');
    expect(hook!.headers['x-service-signature']).toBe(signature);
    expect(Math.abs(Number(hook!.headers['x-service-timestamp']) - Date.now() / 1000)).toBeLessThan(60);
    const payload = JSON.parse(hook!.body.toString());
    expect(payload).toMatchObject({
      run_id: run.run_id,
      task_id: run.run_id,
      status: 'completed',
      output: run.output,
      downloaded_files: [],
      errors: [],
      app_url: '',
      run_type: 'task_v2',
      webhook_callback_url: accepting.url,
      webhook_failure_reason: null,
    });
    expect(payload.summary).toMatch(/\w/);
    expect(payload.screenshot_urls).not.toHaveLength(0);

    // The video of the browser, which is complete when the browser is closed, before the webhook is sent.
    const film = new URL(payload.recording_url);
    const video = await fetch(base + film.pathname + film.search);
    const bytes = Buffer.from(await video.arrayBuffer());
    expect([video.status, video.headers.get('content-type')]).toEqual([200, 'video/webm']);
    expect(bytes.subarray(0, 4).toString('hex')).toBe('1a45dfa3');
    expect(bytes.length).toBeGreaterThan(1_000);
  });

  it('runs a stored workflow through both branches and shows which was taken', {
    tags: ['extended'],
  }, async () => {
    const yaml = await readFile(new URL('../../../examples/orders.yaml', import.meta.url), 'utf8');
    const workflow = (await call('/v1/workflows', { yaml_definition: yaml })).json;
    expect(workflow.workflow_permanent_id).toMatch(/^wpid_/);
    for (const [status, taken, result] of [
      ['shipped', 'filter', true],
      ['all', null, null],
    ] as const) {
      const parameters = { site: demo.site.url, status };
      const started = await call('/v1/run/workflows', {
        workflow_id: workflow.workflow_permanent_id,
        parameters,
      });
      expect(started.json.run_id).toMatch(/^wr_/);
      const run = await finished(started.json.run_id);
      expect(run).toMatchObject({ status: 'completed', failure_reason: null });

      const wanted = demoOrders.filter((order) => status === 'all' || order.status === status);
      const found = run.output.read_output.extracted_information.orders;
      expect(found.map((order: { number: string }) => order.number)).toEqual(
        wanted.map((order) => order.number),
      );

      const timeline = (await call(`/v1/runs/${run.run_id}/timeline?order=asc`)).json;
      const blocks = timeline.filter((item: { type: string }) => item.type === 'block');
      expect(blocks.map((item: { block: { label: string } }) => item.block.label)).toEqual([
        'open_orders',
        'sign_in',
        'which',
        'read',
      ]);
      expect(blocks[2].block).toMatchObject({
        executed_branch_result: result,
        executed_branch_next_block: taken,
      });
      expect(blocks[2].children.map((item: { block: { label: string } }) => item.block.label)).toEqual(
        taken ? [taken] : [],
      );
      expect(JSON.stringify(timeline)).not.toContain('north-by-northwind');
    }
  });

  it('fails a run whose webhook is refused, and keeps its output', { tags: ['extended'] }, async () => {
    const { json } = await call('/v1/run/tasks', { ...catalogTask(), webhook_url: refusing.url });
    await expect
      .poll(async () => (await call(`/v1/runs/${json.run_id}`)).json, { interval: 100 })
      .toMatchObject({
        status: 'failed',
        failure_reason: expect.stringContaining('Webhook delivery failed'),
      });
    const run = (await call(`/v1/runs/${json.run_id}`)).json;
    expect(run.output.products).toHaveLength(demoProducts.length);
    expect(run.errors).toContainEqual(expect.objectContaining({ error_code: 'webhook_delivery_failed' }));
    expect(refusing.received).toHaveLength(1);
  });
});
