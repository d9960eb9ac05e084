import { agentBlocks } from '@runwright/agent';
import { type Artifact, RunwrightError, type TimelineEvent } from '@runwright/contract';
import { createEngine } from '@runwright/core';
import { toArtifactRecord, toRunRecord, toTimelineItems } from '@runwright/core/records';
import { type FakePage, fakeBrowser, type ScriptedAnswer, scriptedModel } from '@runwright/testing';
import { afterEach, describe, expect, it } from 'vitest';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const url = 'https://shop.example/';
const page: FakePage = {
  url,
  elements: [
    { id: 'a1', kind: 'textbox', name: 'Token' },
    { id: 'a2', kind: 'button', name: 'Go' },
  ],
  text: ['"Order 4711 is paid"', 'L1'],
  links: { L1: 'https://shop.example/orders/4711' },
};
const plan = (...subgoals: string[]) => subgoals.map((subgoal) => ({ subgoal, state: 'open' as const }));
const decision = (actions: readonly object[], subgoals: readonly string[] = []) =>
  ({ check: 'ok: first', memory: 'm', plan: plan(...subgoals), actions }) as unknown as ScriptedAnswer;
const click = { reason: 'it leads on', action_type: 'click', id: 'a2' };
const complete = { reason: 'all done', action_type: 'complete', summary: 'It is paid.' };
const done = { verdict: 'done', evidence: 'paid', missing: null };

async function scene(answers: readonly ScriptedAnswer[] | Parameters<typeof scriptedModel>[0]['answers']) {
  const browser = fakeBrowser({ pages: [page] });
  const egress = { check: async (address: string | URL) => ({ url: new URL(address), addresses: [] }) };
  const engine = await createEngine({
    blocks: agentBlocks(),
    drivers: { browser, egress, model: scriptedModel({ answers }) },
    settings: { secretHosts: ['shop.example'] },
  });
  closing.push(() => engine.close());
  const { organizationId } = await engine.organizations.first();
  await engine.start();
  const finish = async (blocks: readonly object[], parameters: readonly object[] = []) => {
    const { workflowPermanentId } = await engine.workflows.create(
      organizationId,
      engine.workflows.parse({
        title: 'Orders',
        workflow_definition: { parameters, blocks },
      }),
    );
    const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
    const run = await engine.runs.finished(organizationId, runId);
    expect(run.failureReason).toBeNull();
    const events = await engine.runs.timeline(organizationId, runId);
    const artifacts = await engine.runs.artifacts(organizationId, runId);
    return { run, events, artifacts };
  };
  const text = async (artifact: Artifact | undefined) =>
    artifact ? Buffer.from(await engine.artifacts.content(artifact)).toString() : null;
  return { engine, organizationId, finish, text };
}

/** What models concluded; notices are of the engine. */
const thoughtsOf = (events: readonly TimelineEvent[]) =>
  events.flatMap((event) => (event.type === 'thought' && event.thoughtType !== 'notice' ? [event] : []));

describe('thoughts', () => {
  const blocks = [{ block_type: 'navigation', label: 'go', url, navigation_goal: 'Pay.' }];

  it('a plan is a thought of its own, shown when its subgoals are new', async () => {
    const { finish } = await scene([
      decision([click], ['find it', 'pay it']),
      decision([click], ['find it', 'pay it']),
      decision([complete], ['look again']),
      done,
    ]);
    const { run, events } = await finish(blocks);
    expect(thoughtsOf(events).map(({ thoughtType, scenario }) => `${thoughtType} ${scenario}`)).toEqual([
      'plan generate_plan',
      'internal_plan generate_plan',
      'plan generate_plan',
      'user_goal_check user_goal_check',
    ]);
    const items = toTimelineItems(run, events, { order: 'asc' });
    const shown = items.flatMap(({ thought }) =>
      thought && thought.thought_type !== 'notice' ? thought : [],
    );
    expect(shown).toHaveLength(3);
    expect(shown[0]).toMatchObject({
      thought_type: 'plan',
      thought_scenario: 'generate_plan',
      observation: 'ok: first',
      thought: 'it leads on',
      answer: '[open] find it\n[open] pay it',
      output: { plan: plan('find it', 'pay it'), memory: 'm', actions: ['click'] },
      workflow_run_block_id: expect.stringMatching(/^wrb_/),
      input_token_count: expect.any(Number),
    });
  });

  it('the artifacts of every model call name its thought, and its step', async () => {
    const { engine, finish } = await scene([
      decision([click], ['pay it']),
      decision([complete], ['pay it']),
      done,
    ]);
    const { events, artifacts } = await finish(blocks);
    const calls = artifacts.filter(({ type }) => type.startsWith('llm_'));
    const named = calls.map((artifact) => toArtifactRecord(artifact, engine.links).observer_thought_id);
    const thoughts = thoughtsOf(events).map(({ eventId }) => eventId);
    expect(thoughts).toHaveLength(3);
    expect([...new Set(named)].sort()).toEqual([...thoughts].sort());
    expect(calls.every(({ stepId }) => stepId?.startsWith('stp_'))).toBe(true);
    const others = artifacts.filter(({ type }) => !type.startsWith('llm_'));
    expect(others.every(({ thoughtId }) => thoughtId === null)).toBe(true);
  });

  it('a call without a usable answer is a thought that says so, and its artifacts name it', async () => {
    const { finish } = await scene(['nonsense', 'nonsense', decision([complete], ['pay it']), done]);
    const { events, artifacts } = await finish(blocks);
    const [failed] = thoughtsOf(events);
    expect(failed).toMatchObject({ thoughtType: 'internal_plan', output: null });
    expect(failed?.thought).toContain('does not fit its schema');
    expect(artifacts.filter(({ thoughtId }) => thoughtId === failed?.eventId)).not.toEqual([]);
  });
});

describe('answers with their placeholders filled', () => {
  it('links of extracted data are URLs in `llm_response_rendered`', async () => {
    const schema = { type: 'object', properties: { link: { type: 'string', format: 'uri' } } };
    const extraction = { block_type: 'extraction', label: 'read', url, data_extraction_goal: 'The link' };
    const { finish, text } = await scene([{ link: 'L1' }]);
    const { artifacts } = await finish([{ ...extraction, data_schema: schema }]);
    const rendered = artifacts.filter(({ type }) => type === 'llm_response_rendered');
    expect(rendered).toHaveLength(1);
    expect(JSON.parse((await text(rendered[0])) ?? '')).toEqual({ link: page.links?.L1 });
    expect(rendered[0]?.stepId).toMatch(/^stp_/);

    const plain = await scene([{ note: 'paid' }]);
    const without = await plain.finish([
      { ...extraction, data_schema: { type: 'object', properties: { note: { type: 'string' } } } },
    ]);
    expect(without.artifacts.map(({ type }) => type)).not.toContain('llm_response_rendered');
  });
});

describe('answers that use a secret', () => {
  it('have the mask where the secret was filled in, and no artifact has the secret', async () => {
    const { engine, organizationId, finish, text } = await scene(({ purpose, messages }, index) => {
      if (purpose !== 'act') return done;
      const [word] = /\{\{secret\.[^}]*\}\}/.exec(JSON.stringify(messages)) ?? [];
      const type = { reason: 'sign in', action_type: 'input_text', id: 'a1', text: word ?? 'no placeholder' };
      return decision([index === 0 ? type : complete]);
    });
    const { credential_id } = await engine.credentials.create(organizationId, {
      name: 'Token',
      credential_type: 'secret',
      credential: { secret_value: 'hunter2-hunter2' },
    });
    const parameters = [{ parameter_type: 'credential', key: 'token', credential_id }];
    const goal = { navigation_goal: 'Type {{ token.secret_value }}', parameter_keys: ['token'] };
    const { artifacts } = await finish([{ block_type: 'navigation', label: 'go', url, ...goal }], parameters);
    const [rendered, ...more] = artifacts.filter(({ type }) => type === 'llm_response_rendered');
    expect(more).toEqual([]);
    expect(JSON.parse((await text(rendered)) ?? '').actions).toMatchObject([{ id: 'a1', text: '*****' }]);
    const parsed = artifacts.find(({ type }) => type === 'llm_response_parsed');
    expect(await text(parsed)).toContain('{{secret.');
    expect((await Promise.all(artifacts.map(text))).join('')).not.toContain('hunter2');
  });
});

describe('tasks of blocks', () => {
  it('every `task_id` is that of a record, with the timeline and artifacts of its block', async () => {
    const { engine, organizationId, finish } = await scene([
      decision([complete]),
      done,
      { complete: true, terminate: false, evidence: 'paid' },
    ]);
    const { run, events, artifacts } = await finish([
      { block_type: 'goto_url', label: 'open', url },
      { block_type: 'navigation', label: 'go', navigation_goal: 'Pay.', title: 'Payment' },
      { block_type: 'validation', label: 'check', complete_criterion: 'paid' },
    ]);
    const output = run.output as Record<string, { task_id?: string }>;
    const ids = ['open', 'go', 'check'].map((label) => output[`${label}_output`]?.task_id ?? '');
    expect(new Set(ids).size).toBe(3);
    const rows = toTimelineItems(run, events, { order: 'asc' });
    expect(rows.flatMap(({ block }) => (block ? [block.task_id] : []))).toEqual(ids);

    const { links } = engine;
    const [, taskId = ''] = ids;
    const task = await engine.runs.get(organizationId, taskId);
    const own = await engine.runs.artifacts(organizationId, taskId);
    const files = await engine.files.ofRun(organizationId, taskId);
    expect(toRunRecord({ run: task, artifacts: own, files, links })).toMatchObject({
      run_id: taskId,
      run_type: 'task_v1',
      status: 'completed',
      output: null,
      downloaded_files: [],
      screenshot_urls: [expect.any(String)],
      failure_reason: null,
      errors: [],
      step_count: 1,
      run_request: { prompt: 'Pay.', url: null, engine: 'service-1.0', title: 'Payment' },
    });
    expect(own.length).toBeGreaterThan(5);
    expect(new Set(own.map(({ blockRunId }) => blockRunId)).size).toBe(1);
    const steps = artifacts.filter(({ stepId }) => stepId !== null);
    const taskIds = steps.map((artifact) => toArtifactRecord(artifact, links).task_id);
    expect([...new Set(taskIds)].sort()).toEqual(ids.slice(1).sort());
    const items = toTimelineItems(task, await engine.runs.timeline(organizationId, taskId), { order: 'asc' });
    expect(items.flatMap(({ block }) => block?.label ?? [])).toEqual(['go']);
    const followed: string[] = [];
    for await (const event of engine.runs.events(organizationId, taskId)) followed.push(event.type);
    expect([followed.at(0), followed.at(-1)]).toEqual(['block-start', 'block-end']);
  });

  it('a task of a block is no run to control, and nobody else can read it', async () => {
    const { engine, organizationId, finish } = await scene([]);
    const { run } = await finish([{ block_type: 'goto_url', label: 'open', url }]);
    const { task_id: taskId = '' } = (run.output as Record<string, { task_id?: string }>).open_output ?? {};
    await engine.runs.get(organizationId, taskId);
    const other = await engine.organizations.create({ name: 'Other' });
    const refused = [
      engine.runs.get(other.organizationId, taskId),
      engine.runs.artifacts(other.organizationId, taskId),
      engine.runs.timeline(other.organizationId, taskId),
      engine.runs.cancel(organizationId, taskId),
      engine.runs.retryWebhook(organizationId, taskId),
      engine.runs.get(
        organizationId,
        taskId.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)),
      ),
    ];
    for (const result of await Promise.allSettled(refused)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } });
      expect(RunwrightError.is((result as PromiseRejectedResult).reason)).toBe(true);
    }
    expect(await engine.files.ofRun(other.organizationId, taskId)).toEqual([]);
  });

  it('the block of a task run has the id of the run', async () => {
    const { engine, organizationId } = await scene([decision([complete]), done]);
    const { runId } = await engine.runs.startTask(
      { prompt: 'Pay', url, engine: 'service-1.0' },
      { organizationId },
    );
    const run = await engine.runs.finished(organizationId, runId);
    const items = toTimelineItems(run, await engine.runs.timeline(organizationId, runId), { order: 'asc' });
    const [block] = items.flatMap(({ block }) => block ?? []);
    expect(block).toMatchObject({ task_id: runId, output: { task_id: runId } });
  });
});

describe('outputs', () => {
  it('screenshots are ids of artifacts and the addresses at which they are opened', async () => {
    const { engine, finish } = await scene([]);
    const { run, artifacts } = await finish([{ block_type: 'goto_url', label: 'open', url }]);
    const final = artifacts.find(({ type }) => type === 'screenshot_final');
    const [id, address] = [final?.artifactId, final && engine.links.artifact(final)];
    expect(run.output).toMatchObject({
      open_output: {
        task_screenshots: [address],
        task_screenshot_artifact_ids: [id],
        workflow_screenshots: [address],
        workflow_screenshot_artifact_ids: [id],
      },
    });
  });

  it('`task_v2` has the summary of the agent, the run too', async () => {
    const { finish } = await scene([decision([complete]), done]);
    const { run } = await finish([{ block_type: 'task_v2', label: 'pay', url, prompt: 'Pay.' }]);
    expect(run.output).toMatchObject({ pay_output: { status: 'completed', summary: 'It is paid.' } });
    expect(run.summary).toBe('It is paid.');
  });
});
