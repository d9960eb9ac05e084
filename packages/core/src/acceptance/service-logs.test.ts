import { defineBlock, type EgressPolicy, noUsage, Type } from '@runwright/contract';
import { fakeBrowser } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import type { Engine } from '../api/engine.ts';
import { createTestEngine } from './test-engine.test-helpers.ts';

const open: Engine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

const url = 'https://shop.test/';
const egress: EgressPolicy = { check: async (address) => ({ url: new URL(address), addresses: [] }) };
const steps = defineBlock({
  type: 'steps',
  config: Type.Object({ fails: Type.Boolean({ default: false }) }),
  output: Type.Object({}),
  async run({ fails }, { log, browser, signal, registerSecret }) {
    await registerSecret('word', 'hunter2-hunter2');
    log.info('before the steps');
    for (const order of [0, 1]) {
      const stepId = await log.record({ type: 'step-start', order });
      const { page } = await browser();
      const origin = { stepId, order: 0, reasoning: 'it says hunter2-hunter2' };
      if (order === 0) await page.act({ action_type: 'goto_url', url }, { epoch: 0, origin, signal });
      await log.record({ type: 'step-end', stepId, status: 'completed', usage: noUsage });
    }
    if (fails) throw new Error('it is broken');
    return {};
  },
});
const silent = defineBlock({
  type: 'silent',
  config: Type.Object({}),
  output: Type.Object({}),
  run: async () => ({}),
});

async function logsOf(blocks: readonly object[]) {
  const pages = [{ url, elements: [{ id: 'a1', kind: 'button', name: 'Buy' }] }];
  const engine = await createTestEngine({
    blocks: [steps, silent],
    drivers: { browser: fakeBrowser({ pages }), egress },
  });
  open.push(engine);
  const { organizationId } = await engine.organizations.first();
  await engine.start();
  const { workflowPermanentId } = await engine.workflows.create(
    organizationId,
    engine.workflows.parse({
      workflow_definition: { blocks },
    }),
  );
  const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  await engine.runs.finished(organizationId, runId);
  const types = ['service_log', 'service_log_raw'] as const;
  const list = () => engine.runs.artifacts(organizationId, runId, { types });
  await expect
    .poll(async () => (await list()).filter(({ blockRunId }) => blockRunId === null))
    .toHaveLength(2);
  return Promise.all(
    (await list()).map(async (artifact) => ({
      ...artifact,
      text: Buffer.from(await engine.artifacts.content(artifact)).toString(),
    })),
  );
}

it('logs are stored at the end of each step, of the block and of the run, as text and as JSON lines', async () => {
  const logs = await logsOf([{ block_type: 'steps', label: 's' }]);
  const place = ({ type, stepId, blockRunId }: (typeof logs)[number]) =>
    `${type} of the ${stepId ? 'step' : blockRunId ? 'block' : 'run'}`;
  expect(logs.map(place)).toEqual([
    'service_log of the step',
    'service_log_raw of the step',
    'service_log of the step',
    'service_log_raw of the step',
    'service_log of the block',
    'service_log_raw of the block',
    'service_log of the run',
    'service_log_raw of the run',
  ]);
  expect(new Set(logs.map(({ contentType }) => contentType))).toEqual(new Set(['text/plain']));
  const messages = logs.flatMap(({ type, text }) =>
    type === 'service_log_raw'
      ? [
          text
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line).message),
        ]
      : [],
  );
  const first = [
    'step 1 has begun',
    'action goto_url has begun',
    'the action has ended: completed',
    'the step has ended: completed',
  ];
  const second = ['step 2 has begun', 'the step has ended: completed'];
  expect(messages).toEqual([
    first,
    second,
    ['before the steps', ...first, ...second],
    [
      'the run has begun',
      'steps block s, attempt 1 has begun',
      'steps block s, attempt 1 has ended: completed',
      'the run has ended: completed',
    ],
  ]);
  expect(logs[0]?.text).toMatch(
    /^\d{4}-\d\d-\d\dT[\d:.]+Z info {2}step 1 has begun \{"step_id":"stp_\d+"\}\n/,
  );
  expect(logs.map(({ text }) => text).join('')).not.toContain('hunter2');
});

it('the log of a run tells why it failed, and a block without lines has no log of its own', async () => {
  const logs = await logsOf([
    { block_type: 'silent', label: 'a' },
    { block_type: 'steps', label: 'b', fails: true },
  ]);
  expect(new Set(logs.flatMap(({ blockRunId }) => blockRunId ?? [])).size).toBe(1);
  const [line, last] = (logs.at(-1)?.text.trim().split('\n') ?? []).slice(-2).map((text) => JSON.parse(text));
  expect(line).toMatchObject({
    level: 'warn',
    message: 'steps block b, attempt 1 has ended: failed',
    fields: { failure_reason: 'it is broken', workflow_run_block_id: expect.stringMatching(/^wrb_/) },
  });
  expect(last).toMatchObject({
    level: 'warn',
    message: 'the run has ended: failed',
    fields: { failure_category: 'block', failure_reason: expect.stringContaining('it is broken') },
  });
});
