import { createHmac } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { agentBlocks } from '@runwright/agent';
import { ioBlocks } from '@runwright/blocks-io';
import { createEngine } from '@runwright/core';
import { scriptedEndpoint } from '@runwright/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { printProgram, programPlaces } from '../print-program.test-helpers.ts';
import { webhookApp } from './receive-webhook.ts';
import { openSites, recipeScene } from './recipe-scene.test-helpers.ts';

const path = (name: string): string => new URL(name, import.meta.url).pathname;
const scene = recipeScene();

/** The variables of a program that has sites of its own. */
const variables = async (own: Readonly<Record<string, string>> = {}) => {
  const { site, portal } = await openSites();
  return { ...scene.variables(site.url, portal.url), ...own };
};

it('every workflow of the recipes is valid without a warning', async () => {
  const engine = await createEngine({ blocks: [...agentBlocks(), ...ioBlocks] });
  const names = (await readdir(path('.'))).filter((name) => name.endsWith('.yaml'));
  const found = await Promise.all(
    names.map(async (name) => {
      const { problems, warnings } = engine.validate(await readFile(path(name), 'utf8'));
      return [name, problems, warnings];
    }),
  );
  await engine.close();
  expect(found).toEqual(names.map((name) => [name, [], []]));
  expect(names).toHaveLength(14);
});

describe('workflows without a browser', () => {
  it('always-clean-up.yaml repeats the work, reports the failure and gives the lock back', async () => {
    const { portal } = await openSites();
    portal.status = 503;
    const { status } = await scene.finish('always-clean-up.yaml', { service: portal.url });
    expect(status).toBe('completed');
    expect(portal.requests).toEqual([
      'POST /lock',
      'GET /work',
      'GET /work',
      'GET /work',
      'POST /report',
      'POST /unlock',
    ]);
    expect(JSON.parse(portal.posts[1]?.body ?? '{}')).toMatchObject({ status: 503 });
  });

  it('one-account-at-a-time.yaml lets the second run of an account wait, and no other', async () => {
    const { portal } = await openSites();
    const yaml_definition = await readFile(path('one-account-at-a-time.yaml'), 'utf8');
    const { workflow_permanent_id } = await scene.service().client.workflows.create({ yaml_definition });
    const start = (name: string) =>
      scene.service().client.runs.start({
        workflow_id: workflow_permanent_id,
        parameters: { service: portal.url, account: name },
      });
    const first = await start('ann');
    await expect.poll(() => portal.waiting).toEqual(['ann']);
    const second = await start('ann');
    const other = await start('bob');
    await expect.poll(() => portal.waiting).toEqual(['ann', 'bob']);
    expect((await second.get()).status).toBe('queued');
    portal.release();
    await expect.poll(() => portal.waiting).toEqual(['bob', 'ann']);
    portal.release();
    portal.release();
    const ends = await Promise.all(
      [first, second, other].map(async (each) => (await each.finished()).status),
    );
    expect(ends).toEqual(['completed', 'completed', 'completed']);
  });

  it('send-to-s3.yaml stores the downloaded file in the bucket', async () => {
    const { s3, bucketFolder } = scene.service();
    const { site } = await openSites();
    const { status, output } = await scene.finish('send-to-s3.yaml', {
      source: `${site.url}/catalog`,
      endpoint: s3,
    });
    expect([status, output?.store_output]).toEqual([
      'completed',
      [expect.stringMatching(/^s3:\/\/reports\/wr_\d+\/catalog/)],
    ]);
    expect((await readdir(bucketFolder, { recursive: true })).join('\n')).toMatch(/reports\/wr_\d+\/catalog/);
  });
});

describe('parts of programs', () => {
  it('receive-webhook.ts takes a signed run once and refuses a wrong signature', async () => {
    const runs: unknown[] = [];
    const app = webhookApp('rw_key', ({ run_id }) => runs.push(run_id));
    const body = JSON.stringify({ run_id: 'wr_1', status: 'completed' });
    const post = async (key: string) => {
      const headers = {
        'content-type': 'application/json',
        'x-service-signature': createHmac('sha256', key).update(body).digest('hex'),
        'x-service-timestamp': String(Math.floor(Date.now() / 1000)),
      };
      return (await app.inject({ method: 'POST', url: '/webhooks/runs', headers, payload: body })).statusCode;
    };
    expect([await post('rw_key'), await post('rw_key'), await post('rw_other')]).toEqual([204, 204, 401]);
    expect(runs).toEqual(['wr_1']);
    await app.close();
  });

  it('next-route.ts starts one run for an order and tells how it goes', async () => {
    const yaml_definition = `
workflow_definition:
  parameters:
    - { key: order, parameter_type: workflow, workflow_parameter_type: string }
  blocks:
    - { label: number, block_type: code, parameter_keys: [order], code: "return order" }
`;
    const { workflow_permanent_id } = await scene.service().client.workflows.create({ yaml_definition });
    vi.stubEnv('RUNWRIGHT_URL', scene.service().url);
    vi.stubEnv('RUNWRIGHT_API_KEY', scene.service().apiKey);
    vi.stubEnv('ORDER_WORKFLOW', workflow_permanent_id);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { GET, POST } = await import('./next-route.ts');
    const post = async (order: unknown) => {
      const request = new Request('http://app.test/api/runs', {
        method: 'POST',
        body: JSON.stringify({ order }),
      });
      const response = await POST(request);
      return { status: response.status, body: (await response.json()) as { runId?: string } };
    };
    const first = await post('PO-1001');
    expect([first.status, (await post('PO-1001')).body.runId]).toEqual([202, first.body.runId]);
    expect((await post('x')).status).toBe(400);
    const get = async (id: string) => (await GET(new Request(`http://app.test/api/runs?run=${id}`))).json();
    await expect
      .poll(() => get(first.body.runId ?? ''))
      .toMatchObject({ status: 'completed', output: { number_output: 'PO-1001' } });
    expect(await get('wr_1')).toEqual({ error: 'no such run' });
  });
});

for (const { place, options } of programPlaces)
  describe(`programs in ${place}`, options, () => {
    it('nightly.ts stores a schedule in a time zone and pauses it', async () => {
      expect(await printProgram(place, path('nightly.ts'), await variables())).toBe(
        '30 2 * * * Europe/Berlin true false\n',
      );
    });

    it('stock-block.ts asks the service with its key', async () => {
      expect(
        (await printProgram(place, path('stock-block.ts'), await variables())).split('\n').slice(0, 2),
      ).toEqual([
        expect.stringContaining('NW-101 completed {"left":340}'),
        expect.stringContaining('There is no article `none`.'),
      ]);
    });

    it('cap-costs.ts asks the cheaper model when the main one refuses, and sends nothing above the cap', async () => {
      const cheap = await scriptedEndpoint({
        model: 'gpt-4.1-mini',
        script: [{ purpose: 'text_prompt', answer: () => ({ llm_response: 'Paris' }) }],
      });
      // The main model answers 404.
      const text = await printProgram(
        place,
        path('cap-costs.ts'),
        await variables({
          CHEAP_BASE_URL: cheap.url,
          OPENAI_BASE_URL: `${cheap.url}/nothing`,
        }),
      );
      await cheap.close();
      expect(text.split('\n').slice(0, 2)).toEqual([
        '0.1 completed {"llm_response":"Paris"} ',
        expect.stringMatching(/^0\.000001 failed .*REACH_MAX_COST$/),
      ]);
      expect(cheap.requests).toHaveLength(1);
    });
  });
