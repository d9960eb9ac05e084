/** What a definition from a service with the same workflow format does here; `docs/guides/migrate.md` has a row for each title. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { agentBlocks } from '@runwright/agent';
import { createEngine, type Engine, egressPolicy } from '@runwright/core';
import { fakeMailer, manualClock } from '@runwright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let engine: Engine;
let organizationId: string;
let host: string;
const clock = manualClock();
const server = createServer(async (request, response) => {
  response.setHeader('content-type', 'application/json').end(await text(request));
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  engine = await createEngine({
    blocks: agentBlocks(),
    drivers: { clock, mailer: fakeMailer(), egress: egressPolicy({ allowedHosts: [host] }) },
  });
  await engine.start();
  ({ organizationId } = await engine.organizations.first());
});
afterAll(async () => {
  await engine.close();
  server.close();
});

type Members = Readonly<Record<string, unknown>>;
const code = (label: string, program: string, more: Members = {}) => ({
  ...{ block_type: 'code', label, code: program },
  ...more,
});
const parameter = (key: string, type: string, more: Members = {}) => ({
  ...{ parameter_type: 'workflow', key, workflow_parameter_type: type },
  ...more,
});

async function begin(definition: Members, request: Members = {}) {
  const draft = { workflow_definition: { parameters: [], ...definition } };
  const { workflowPermanentId } = await engine.workflows.create(organizationId, draft as never);
  return engine.runs.start({ workflow_id: workflowPermanentId, ...request }, { organizationId });
}

async function run(definition: Members, request: Members = {}) {
  const { runId } = await begin(definition, request);
  const { status, output, errors } = await engine.runs.finished(organizationId, runId);
  return { status, output: output as Members, errors, labels: await begun(runId) };
}

async function begun(runId: string) {
  const events = await engine.runs.timeline(organizationId, runId);
  return events.filter(({ type }) => type === 'block-start').map(({ label }) => label);
}

async function ends(runId: string) {
  const events = await engine.runs.timeline(organizationId, runId);
  return events.flatMap((event) => (event.type === 'block-end' ? [event.status] : []));
}

async function until(runId: string, type: string) {
  for await (const event of engine.runs.events(organizationId, runId)) if (event.type === type) return;
}

const problems = (definition: Members) =>
  engine.validate({ workflow_definition: { parameters: [], ...definition } } as never).problems;

/** Behaviour by the name of its row in the guide. */
const differences: Readonly<Record<string, () => Promise<void>>> = {
  async 'programs are JavaScript'() {
    const [problem] = problems({ blocks: [code('a', 'def f():\n  return 1')] });
    expect(problem?.message).toContain('It looks like Python; write it in JavaScript');
    expect((await run({ blocks: [code('a', 'return 1 + 1')] })).output.a_output).toBe(2);
  },
  async 'missing parameters'() {
    const parameters = [parameter('p', 'string'), parameter('q', 'string')];
    const started = begin({ parameters, blocks: [code('a', 'return 1')] });
    await expect(started).rejects.toMatchObject({ code: 'invalid_input' });
    const found = await started.catch((error) => error.details.problems);
    expect(found.map(({ path }: { path: unknown[] }) => path.at(-1))).toEqual(['p', 'q']);
  },
  async 'numbers are not cut'() {
    const definition = { parameters: [parameter('n', 'integer')], blocks: [code('a', 'return 1')] };
    await expect(begin(definition, { parameters: { n: 1.5 } })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  },
  async 'defaults are converted'() {
    const parameters = [parameter('j', 'json', { default_value: '{"x": 1}' })];
    const blocks = [code('a', 'return j.x', { parameter_keys: ['j'] })];
    expect((await run({ parameters, blocks })).output.a_output).toBe(1);
  },
  async 'values of requests keep their type'() {
    const parameters = [parameter('n', 'integer', { default_value: 7 })];
    const body = { number: '{{ n }}', text: '{{ n | string }}', mixed: 'n={{ n }}' };
    const block = { block_type: 'http_request', label: 'a', method: 'POST', url: `http://${host}/`, body };
    const { output } = await run({ parameters, blocks: [block] });
    const { response_body: echo } = output.a_output as Members;
    expect(echo).toEqual({ number: 7, text: '7', mixed: 'n=7' });
  },
  async 'strict templates know guards'() {
    const body = { x: "{{ nope | default('d') }}" };
    const block = { block_type: 'http_request', label: 'a', method: 'POST', url: `http://${host}/`, body };
    const { output } = await run({ strict_templates: true, blocks: [block] });
    expect((output.a_output as Members).response_body).toEqual({ x: 'd' });
  },
  async 'members named like methods'() {
    const parameters = [parameter('x', 'json', { default_value: { items: 'mine' } })];
    const block = {
      block_type: 'http_request',
      label: 'a',
      method: 'POST',
      url: `http://${host}/`,
      body: { v: '{{ x.items }}' },
    };
    const { output } = await run({ parameters, blocks: [block] });
    expect((output.a_output as Members).response_body).toEqual({ v: 'mine' });
  },
  async 'lists without edges keep their order'() {
    const loop = {
      ...{ block_type: 'for_loop', label: 'each', loop_variable_reference: 'rows' },
      loop_blocks: [code('one', 'return 1'), code('two', 'return 2')],
    };
    const parameters = [parameter('rows', 'json', { default_value: [1] })];
    const { labels } = await run({ version: 2, parameters, blocks: [loop] });
    expect(labels).toEqual(['each', 'one', 'two']);
  },
  async 'no label ends the list'() {
    const [disconnected] = problems({
      blocks: [
        code('a', 'return 1', { next_block_label: 'b' }),
        code('b', 'return 1'),
        code('c', 'return 1'),
      ],
    });
    expect(disconnected?.message).toMatch(/disconnected|root|reach/i);
  },
  async 'branches without target go on at the merge point'() {
    const choice = {
      ...{ block_type: 'conditional', label: 'choice', next_block_label: 'after' },
      branch_conditions: [
        { criteria: { criteria_type: 'jinja2_template', expression: '{{ true }}' } },
        { is_default: true, next_block_label: 'other' },
      ],
    };
    const { labels } = await run({ blocks: [choice, code('other', 'return 1'), code('after', 'return 1')] });
    expect(labels).toEqual(['choice', 'after']);
  },
  async 'an empty list is false'() {
    const choice = {
      ...{ block_type: 'conditional', label: 'choice' },
      branch_conditions: [
        { criteria: { expression: '{{ rows }}' }, next_block_label: 'some' },
        { is_default: true, next_block_label: 'none' },
      ],
    };
    const parameters = [parameter('rows', 'json', { default_value: [] })];
    const { labels } = await run({
      parameters,
      blocks: [choice, code('some', 'return 1'), code('none', 'return 1')],
    });
    expect(labels).toEqual(['choice', 'none']);
  },
  async 'loops take any value, and fail without one'() {
    const each = (reference: string) => ({
      parameters: [parameter('one', 'integer', { default_value: 5 })],
      blocks: [
        {
          ...{ block_type: 'for_loop', label: 'each', loop_variable_reference: reference },
          loop_blocks: [code('see', 'return current_value')],
        },
      ],
    });
    expect((await run(each('one'))).output.see_output).toBe(5);
    expect((await run(each('nothing.here'))).errors[0]?.error_code).toMatch(/loop_unresolved|template_error/);
  },
  async 'a cancel ends the running block'() {
    const { runId } = await begin({ blocks: [code('a', 'await sleep(300000)')] });
    await until(runId, 'block-start');
    await engine.runs.cancel(organizationId, runId);
    await expect.poll(() => ends(runId)).toEqual(['canceled']);
  },
  async 'a rejection can be handled'() {
    const ask = {
      ...{ block_type: 'human_interaction', label: 'ask', recipients: ['ann@example.com'] },
      on_failure_next_label: 'rejected',
    };
    const { runId } = await begin({ blocks: [ask, code('rejected', 'return "no"')] });
    await until(runId, 'block-pause');
    await engine.runs.resume(organizationId, runId, { outcome: 'reject' });
    const { status, output } = await engine.runs.finished(organizationId, runId);
    expect([status, output]).toEqual(['completed', expect.objectContaining({ rejected_output: 'no' })]);
  },
  async 'a declared kind of condition counts'() {
    const choice = {
      ...{ block_type: 'conditional', label: 'choice' },
      branch_conditions: [
        { criteria: { criteria_type: 'jinja2_template', expression: 'no' }, next_block_label: 'yes' },
        { is_default: true, next_block_label: 'other' },
      ],
    };
    const { labels } = await run({ blocks: [choice, code('yes', 'return 1'), code('other', 'return 1')] });
    expect(labels).toEqual(['choice', 'other']);
  },
  async 'single blocks see given outputs by both names'() {
    const body = { short: '{{ a.x }}', long: '{{ a_output.x }}' };
    const ask = { block_type: 'http_request', label: 'b', method: 'POST', url: `http://${host}/`, body };
    const request = { block_labels: ['b'], block_outputs: { a: { x: 7 } } };
    const { output } = await run({ blocks: [code('a', 'return { x: 1 }'), ask] }, request);
    expect((output.b_output as Members).response_body).toEqual({ short: 7, long: 7 });
  },
  async 'scripts do not fall back'() {
    const { settings } = await begin({ blocks: [code('a', 'return 1')] });
    expect(settings.aiFallback).toBe(false);
  },
  async 'error codes of extractions'() {
    const block = {
      block_type: 'extraction',
      label: 'a',
      url: 'https://shop.example',
      data_extraction_goal: 'Prices',
    };
    expect(problems({ blocks: [{ ...block, error_code_mapping: { NONE: 'No prices.' } }] })).toEqual([]);
  },
  async 'a failed task_v2 stays failed'() {
    // This engine has no browser, so the block fails.
    const task = { block_type: 'task_v2', label: 'a', prompt: 'Buy it.', url: 'https://shop.example' };
    const { runId } = await begin({
      blocks: [{ ...task, continue_on_failure: true }, code('b', 'return 1')],
    });
    const { status } = await engine.runs.finished(organizationId, runId);
    expect([status, await ends(runId)]).toEqual(['completed', ['failed', 'completed']]);
  },
  async 'text outputs are texts'() {
    const { runId } = await begin({ blocks: [code('a', 'return "hello"')] });
    await engine.runs.finished(organizationId, runId);
    const events = await engine.runs.timeline(organizationId, runId);
    const [output] = events.flatMap((event) => (event.type === 'block-end' ? [event.output] : []));
    expect(output).toBe('hello');
  },
  async 'masking is always on'() {
    const checked = engine.validate({
      workflow_definition: { parameters: [], mask_secrets: false, blocks: [code('a', 'return 1')] },
    } as never);
    expect(checked.problems).toEqual([]);
    expect(checked.warnings.map(({ type }) => type)).toContain('unknown_field');
  },
};

describe('a definition from elsewhere', () => {
  it.each(Object.entries(differences))('%s', (_name, check) => check());

  it('the guide has a row for each', () => {
    const page = readFileSync(new URL('../../docs/guides/migrate.md', import.meta.url), 'utf8');
    const [, table = ''] = page.split('## Differences\n');
    const rows = [...table.matchAll(/^\| \*\*(.+?)\*\* \|/gm)].map(([, name = '']) => name);
    expect(rows).toEqual(expect.arrayContaining(Object.keys(differences)));
  });
});
