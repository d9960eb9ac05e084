import { type Artifact, type ArtifactType, newRun, type Run, type Workflow } from '@runwright/contract';
import { expect, it } from 'vitest';
import { canonicalJson } from '../crypto/canonical-json.ts';
import { TaskWebhook, WorkflowWebhook } from '../records/webhook-payload-schemas.ts';
import { webhookPayload } from './webhook-payload.ts';

const at = Date.UTC(2026, 1, 3, 9, 15);
const time = (seconds: number) => `2026-02-03T09:15:0${seconds}.000`;

function runOf(kind: Run['kind'], changes: Partial<Run>): Run {
  const draft = newRun({
    runId: kind === 'task' ? 'tsk_1' : 'wr_1',
    workflowRunId: 'wr_1',
    kind,
    organizationId: 'o_1',
    workflowId: 'w_1',
    workflowPermanentId: 'wpid_1',
    title: null,
    request: {},
    parameters: {},
    settings: {
      webhookUrl: 'https://own.test/hook',
      proxyLocation: 'RESIDENTIAL_DE',
      browserSessionId: 'pbs_1',
      browserProfileId: 'bp_1',
      browserAddress: 'ws://secret.test',
      extraHttpHeaders: { authorization: 'secret' },
      maxScreenshotScrolls: 3,
      modelName: null,
      totpUrl: 'https://secret.test/code',
      totpIdentifier: 'ann@shop.test',
      runWith: 'code',
      aiFallback: true,
      maxElapsedMinutes: 240,
    },
    triggerType: 'api',
    apiKeyId: null,
    createdAt: at,
  });
  return {
    ...draft,
    status: 'completed',
    modifiedAt: at + 1000,
    queuedAt: at + 2000,
    startedAt: at + 3000,
    finishedAt: at + 4000,
    stepCount: 2,
    ...changes,
  };
}

const artifact = (type: ArtifactType, artifactId: string) => ({ type, artifactId }) as Artifact;
const file = {
  filename: 'bill.pdf',
  url: 'https://runs.test/f_1?sig=1',
  checksum: 'sha256:ab',
  modified_at: `${time(3)}Z`,
  file_id: 'f_1',
  file_path: 'downloads/bill.pdf',
  file_size: 3,
  artifact_uri: 'runwright://files/f_1',
};
const shownFile = {
  url: 'https://runs.test/f_1?sig=1',
  checksum: 'sha256:ab',
  filename: 'bill.pdf',
  modified_at: time(3),
};
const error = { error_code: 'OUT', reasoning: 'It is sold out.', confidence_float: 0.9, block_label: 'A' };

const full = {
  workflow: { title: 'Bills' } as Workflow,
  artifacts: [
    artifact('screenshot_action', 'a_1'),
    artifact('recording', 'a_2'),
    artifact('screenshot_final', 'a_3'),
    artifact('recording', 'a_4'),
  ],
  files: [file],
  links: {
    artifact: ({ artifactId }: Artifact) => `https://runs.test/${artifactId}`,
    run: (runId: string) => `https://runs.test/runs/${runId}`,
  },
  webhookUrl: 'https://other.test/hook',
  chosenUrl: null,
};
const empty = { ...full, artifacts: [], files: [], links: { ...full.links, run: () => null } };
/** Compared as text, because the order of the members is part of the payload. */
const bodyOf = (source: Parameters<typeof webhookPayload>[0]) => canonicalJson(webhookPayload(source));

it('the payload of a task has every member of the API, with its value and in its order', () => {
  const { settings } = runOf('task', {});
  const run = runOf('task', {
    settings: { ...settings, metadata: { customer: 'c-1' } },
    failureCategory: 'page_load',
    output: { total: 3 },
    summary: 'Read the total.',
    request: { prompt: 'Read it', url: 'shop.test', engine: 'cua-b', webhook_url: 'https://own.test/hook' },
    errors: [error],
    failureReason: 'sold out',
  });
  expect(bodyOf({ ...full, run })).toBe(
    JSON.stringify({
      run_id: 'tsk_1',
      task_id: 'tsk_1',
      status: 'completed',
      output: { total: 3 },
      summary: 'Read the total.',
      prompt: 'Read it',
      url: 'shop.test',
      downloaded_files: [shownFile],
      recording_url: 'https://runs.test/a_4',
      screenshot_urls: ['https://runs.test/a_3', 'https://runs.test/a_1'],
      failure_reason: 'sold out',
      errors: [error],
      step_count: 2,
      run_type: 'cua_b',
      app_url: 'https://runs.test/runs/tsk_1',
      organization_id: 'o_1',
      workflow_run_id: 'wr_1',
      workflow_id: 'w_1',
      workflow_permanent_id: 'wpid_1',
      proxy_location: 'RESIDENTIAL_DE',
      webhook_callback_url: 'https://other.test/hook',
      webhook_failure_reason: null,
      created_at: time(0),
      modified_at: time(1),
      queued_at: time(2),
      started_at: time(3),
      finished_at: time(4),
      failure_category: 'page_load',
      metadata: { customer: 'c-1' },
    }),
  );
});

it('the payload of a workflow has every member of the API, with its value and in its order', () => {
  const run = runOf('workflow', { output: { A_output: 1 }, parameters: { n: 2, token: '*****' } });
  expect(bodyOf({ ...full, run })).toBe(
    JSON.stringify({
      run_id: 'wr_1',
      workflow_run_id: 'wr_1',
      status: 'completed',
      output: { A_output: 1 },
      parameters: { n: 2, token: '*****' },
      workflow_title: 'Bills',
      downloaded_files: [shownFile],
      recording_url: 'https://runs.test/a_4',
      screenshot_urls: ['https://runs.test/a_3', 'https://runs.test/a_1'],
      failure_reason: null,
      errors: [],
      step_count: 2,
      run_type: 'workflow_run',
      app_url: 'https://runs.test/runs/wr_1',
      organization_id: 'o_1',
      workflow_id: 'w_1',
      workflow_permanent_id: 'wpid_1',
      proxy_location: 'RESIDENTIAL_DE',
      webhook_callback_url: 'https://other.test/hook',
      webhook_failure_reason: null,
      totp_identifier: 'ann@shop.test',
      browser_session_id: 'pbs_1',
      browser_profile_id: 'bp_1',
      max_screenshot_scrolls: 3,
      run_with: 'code',
      ai_fallback: true,
      script_run: { ai_fallback_triggered: false },
      created_at: time(0),
      modified_at: time(1),
      queued_at: time(2),
      started_at: time(3),
      finished_at: time(4),
      failure_category: null,
      metadata: null,
    }),
  );
});

it('a run that was canceled before it began has null, empty text and empty lists, never a missing member', () => {
  const run = runOf('task', {
    status: 'canceled',
    request: { prompt: 'Read it', engine: 'service-1.0' },
    stepCount: 0,
    queuedAt: null,
    startedAt: null,
  });
  expect(JSON.parse(bodyOf({ ...empty, run }))).toMatchObject({
    status: 'canceled',
    output: null,
    summary: '',
    url: '',
    downloaded_files: [],
    recording_url: null,
    screenshot_urls: null,
    failure_reason: null,
    errors: [],
    step_count: 0,
    run_type: 'task_v1',
    app_url: '',
    queued_at: null,
    started_at: null,
    finished_at: time(4),
  });
});

it.each([
  [null, null],
  [[1, 2], { extracted_information: [1, 2] }],
  ['text', { extracted_information: 'text' }],
  [{ at: '2026-02-03T09:15:00.000Z' }, { at: '2026-02-03T09:15:00.000Z' }],
])('the output %j is sent as %j', (output, sent) => {
  const run = runOf('task', { output, request: { prompt: 'x' } });
  expect(JSON.parse(bodyOf({ ...empty, run })).output).toEqual(sent);
});

it.each([
  [{ url: 'shop.test' }, 'https://chosen.test/', 'shop.test'],
  [{ url: null }, 'https://chosen.test/', 'https://chosen.test/'],
  [{}, null, ''],
])('the url of a task with the request %j that chose %s is %j', (request, chosenUrl, url) => {
  const run = runOf('task', { request: { prompt: 'x', ...request } });
  expect(JSON.parse(bodyOf({ ...empty, run, chosenUrl })).url).toBe(url);
});

it.each([
  ['RESIDENTIAL', 'RESIDENTIAL'],
  ['US-CA', 'US-CA'],
  [{ country: 'US' }, 'US'],
  [{ country: 'US', subdivision: 'CA', city: 'San Diego' }, 'US-CA-San Diego'],
])('the proxy location %j is sent as %s', (proxyLocation, sent) => {
  const { settings, ...run } = runOf('task', { request: { prompt: 'x' } });
  const body = bodyOf({ ...empty, run: { ...run, settings: { ...settings, proxyLocation } } });
  expect(JSON.parse(body).proxy_location).toBe(sent);
});

it.each([
  ['task', TaskWebhook],
  ['workflow', WorkflowWebhook],
] as const)(
  'the schema of the webhook of a %s names the members that are sent, in their order',
  (kind, schema) => {
    const run = runOf(kind, { output: { total: 3 }, request: { prompt: 'x' }, errors: [error] });
    expect(Object.keys(webhookPayload({ ...full, run }))).toEqual(Object.keys(schema.properties));
  },
);
