import { defineBlock, Type } from '@runwright/contract';
import { afterEach, expect, it } from 'vitest';
import type { Engine } from '../api/engine.ts';
import { toRunRecord } from '../records/run-record.ts';
import { toWorkflowRecord } from '../records/workflow-record.ts';
import { createTestEngine } from './test-engine.test-helpers.ts';

const open: Engine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

const standIn = (type: string) =>
  defineBlock({
    type,
    config: Type.Object({}, { additionalProperties: true }),
    output: Type.Object({}),
    run: async () => ({}),
  });

async function engineOf() {
  const egress = { check: async (url: string | URL) => ({ url: new URL(url), addresses: [] }) };
  const blocks = ['task', 'file_download'].map(standIn);
  const engine = await createTestEngine({ blocks, drivers: { egress }, settings: { concurrency: 0 } });
  open.push(engine);
  const { organizationId } = await engine.organizations.first();
  const echo = async (start: Promise<{ readonly runId: string }>) => {
    const run = await engine.runs.get(organizationId, (await start).runId);
    return toRunRecord({ run, artifacts: [], files: [], links: engine.links }).run_request;
  };
  return { engine, origin: { organizationId }, echo };
}

/** A request with members that no schema names, as it may come from a caller in JavaScript. */
const loose = (request: object): any => request;

const emptyTask = {
  prompt: 'Buy it',
  url: null,
  engine: 'service-2.0',
  title: null,
  proxy_location: 'RESIDENTIAL',
  data_extraction_schema: null,
  error_code_mapping: null,
  max_steps: null,
  webhook_url: null,
  totp_identifier: null,
  totp_url: null,
  browser_session_id: null,
  model: null,
  extra_http_headers: null,
  allowed_domains: null,
  max_cost: null,
  max_tokens: null,
  metadata: null,
  priority: null,
  publish_workflow: false,
  include_action_history_in_verification: false,
  max_screenshot_scrolls: null,
  browser_address: null,
  run_with: null,
};
const emptyWorkflow = {
  parameters: null,
  title: null,
  proxy_location: 'RESIDENTIAL',
  webhook_url: null,
  totp_url: null,
  totp_identifier: null,
  browser_session_id: null,
  browser_profile_id: null,
  max_screenshot_scrolls: null,
  extra_http_headers: null,
  allowed_domains: null,
  max_cost: null,
  max_tokens: null,
  metadata: null,
  priority: null,
  browser_address: null,
  ai_fallback: null,
  run_with: null,
  record_for_replay: null,
  block_labels: null,
  block_outputs: null,
};

it('the echo of a task has every member, with the defaults and no unknown one', async () => {
  const { engine, origin, echo } = await engineOf();
  expect(await echo(engine.runs.startTask({ prompt: 'Buy it' }, origin))).toEqual(emptyTask);
  const request = loose({
    prompt: 'Buy it',
    engine: 'service-1.0',
    proxy_location: { country: 'de', city: 'Berlin', zone: 1 },
    model: { temperature: 1 },
    data_extraction_schema: { type: 'object', x: { y: 1 } },
    error_code_mapping: { OUT: 'sold out' },
    extra_http_headers: { Authorization: 'Bearer secret', 'x-a': '1' },
    max_steps: '7',
    serial: 1,
  });
  expect(await echo(engine.runs.startTask(request, origin))).toEqual({
    ...emptyTask,
    engine: 'service-1.0',
    proxy_location: { country: 'de', city: 'Berlin' },
    model: {},
    data_extraction_schema: { type: 'object', x: { y: 1 } },
    error_code_mapping: { OUT: 'sold out' },
    extra_http_headers: { Authorization: '[secret]', 'x-a': '1' },
    max_steps: 7,
  });
});

it('the echo of a workflow run has every member, and the proxy location of its workflow', async () => {
  const { engine, origin, echo } = await engineOf();
  const { workflowPermanentId } = await engine.workflows.create(origin.organizationId, {
    proxy_location: 'RESIDENTIAL_DE',
    workflow_definition: { blocks: [{ block_type: 'task', label: 'a' }] },
  });
  const request = loose({ workflow_id: workflowPermanentId, parameters: { a: { b: 1 } }, serial: 1 });
  expect(await echo(engine.runs.start(request, origin))).toEqual({
    ...emptyWorkflow,
    workflow_id: workflowPermanentId,
    parameters: { a: { b: 1 } },
    proxy_location: 'RESIDENTIAL_DE',
  });
});

it('the echo of a download has the shape of a workflow run and its own members', async () => {
  const { engine, origin, echo } = await engineOf();
  const request = loose({ navigation_goal: 'The bill', download_suffix: '.pdf', serial: 1 });
  expect(await echo(engine.runs.startDownload(request, origin))).toEqual({
    ...emptyWorkflow,
    workflow_id: expect.stringMatching(/^wpid_/),
    navigation_goal: 'The bill',
    download_suffix: '.pdf',
  });
});

it('a branch of a record has every member; the criteria of a default branch are null', async () => {
  const { engine, origin } = await engineOf();
  const workflow = await engine.workflows.create(
    origin.organizationId,
    loose({
      workflow_definition: {
        blocks: [
          {
            block_type: 'conditional',
            label: 'c',
            branch_conditions: [
              { criteria: { expression: '{{ true }}' }, next_block_label: 'a' },
              { is_default: true },
            ],
          },
          { block_type: 'task', label: 'a' },
        ],
      },
    }),
  );
  const { blocks } = toWorkflowRecord(workflow).workflow_definition as { blocks: readonly object[] };
  expect(blocks[0]).toMatchObject({
    branch_conditions: [
      {
        id: expect.any(String),
        criteria: { expression: '{{ true }}', criteria_type: 'jinja2_template', description: null },
        next_block_label: 'a',
        description: null,
        is_default: false,
      },
      {
        id: expect.any(String),
        criteria: null,
        next_block_label: null,
        description: null,
        is_default: true,
      },
    ],
  });
});
