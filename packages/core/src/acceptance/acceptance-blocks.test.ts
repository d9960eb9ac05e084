import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineBlock, type Json, Type } from '@runwright/contract';
import { type ScriptedAnswer, scriptedModel } from '@runwright/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { egressPolicy } from '../network/egress.ts';
import { agentEngine, closeEngines, task } from './agent-engine.test-helpers.ts';
import { outputOf } from './flow.test-helpers.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await closeEngines();
  await Promise.all(closers.splice(0).map((close) => close()));
});

async function modelScene(answers: readonly ScriptedAnswer[]) {
  const model = scriptedModel({ answers });
  const { finish, asked } = await agentEngine(() => undefined, { drivers: { model } });
  return { finish, ran: asked, model };
}

describe('45: http answers', () => {
  /** Answers with the status that its path names; `/late` is never answered. */
  const serve = async () => {
    const server = createServer((request, response) => {
      const status = Number(request.url?.slice(1));
      if (!Number.isNaN(status)) response.writeHead(status).end('{"told": true}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const ask = async (path: string, members: object = {}, allowed = true) => {
    const host = await serve();
    const egress = egressPolicy({ allowedHosts: allowed ? [host] : [] });
    const { finish } = await agentEngine(() => undefined, { drivers: { egress } });
    const run = await finish({
      blocks: [{ block_type: 'http_request', label: 'h', url: `http://${host}${path}`, ...members }],
    });
    return { run, output: outputOf(run, 'h') };
  };

  it('200: completed', async () => {
    const { run, output } = await ask('/200');
    expect(run.status).toBe('completed');
    expect(output).toMatchObject({ status_code: 200, body: { told: true } });
  });

  it('404: failed with output', async () => {
    const { run, output } = await ask('/404');
    expect(run.status).toBe('failed');
    expect(run.failureReason).toContain('HTTP 404');
    expect(output).toMatchObject({ status_code: 404, response_body: { told: true } });
  });

  it('too late: timed_out', async () => {
    const { run, output } = await ask('/late', { timeout: 0.05 });
    expect(run).toMatchObject({ status: 'failed', errors: [{ error_code: 'block_timeout' }] });
    expect(output).toEqual({ error: expect.any(String), error_type: 'timeout' });
  });

  it('nothing from a private address, which is refused with the rule and the setting that allows it', async () => {
    const { run, output } = await ask('/200', {}, false);
    expect(run).toMatchObject({ status: 'failed', failureCategory: 'policy' });
    const sentence =
      /egress policy refuses private and reserved addresses.*allowedHosts.*RUNWRIGHT_ALLOWED_HOSTS/;
    expect(run.failureReason).toMatch(sentence);
    expect(output).toEqual({ error: expect.stringMatching(sentence), error_type: 'unknown' });
  });
});

describe('47: two prompt branches', () => {
  const one = 'the order is late';
  const other = 'the customer is angry';
  const branch = (expression: string, next_block_label: string) => ({
    criteria: { expression },
    next_block_label,
  });
  const blocks = [
    {
      block_type: 'conditional',
      label: 'if',
      branch_conditions: [
        branch('{{ 1 > 2 }}', 'T'),
        branch(one, 'X'),
        branch(other, 'Y'),
        { is_default: true, next_block_label: 'Z' },
      ],
    },
    ...['T', 'X', 'Y', 'Z'].map((label) => task(label)),
  ];
  const judged = (condition_index: Json, result: boolean) => ({ condition_index, result, reasoning: 'r' });

  it.each(['2', 2.0])('answers out of order, index %j: one call, right branch', async (index) => {
    const { finish, ran, model } = await modelScene([
      { conditions: [judged(index, true), judged(1, false)] },
    ]);
    const run = await finish({ blocks });
    expect(model.requests).toHaveLength(1);
    expect(ran).toEqual(['Y']);
    expect(outputOf(run, 'if')).toMatchObject({ branch_index: 2, criteria_type: 'prompt' });
  });

  it('one missing twice: second call differs, then failed', async () => {
    const half = { conditions: [judged(1, false)] };
    const { finish, ran, model } = await modelScene([half, half]);
    const run = await finish({ blocks });
    expect(run).toMatchObject({ status: 'failed', failureCategory: 'model' });
    expect(ran).toEqual([]);
    expect(model.requests).toHaveLength(2);
    expect(model.requests[1]?.messages).not.toEqual(model.requests[0]?.messages);
  });
});

it('48: workflow mapping {A: x, B: y}, block {B: z}: executor gets A: x, B: z; templated values rendered; definition unchanged', async () => {
  const given: object[] = [];
  const executor = defineBlock({
    type: 'task',
    config: Type.Object({ error_code_mapping: Type.Optional(Type.Record(Type.String(), Type.String())) }),
    output: Type.Null(),
    async run({ error_code_mapping = {} }) {
      given.push(error_code_mapping);
      return null;
    },
  });
  const { engine, organizationId, finish } = await agentEngine(() => undefined, { blocks: [executor] });
  const definition = {
    error_code_mapping: { A: 'x {{ n }}', B: 'y', '{{ n }}C': 'w' },
    blocks: [task('t', { error_code_mapping: { B: 'z {{ n }}' } })],
    parameters: [
      { parameter_type: 'workflow', key: 'n', workflow_parameter_type: 'integer', default_value: 7 },
    ],
  };
  const run = await finish(definition);
  expect(given).toEqual([{ A: 'x 7', B: 'z 7', '7C': 'w' }]);
  const saved = await engine.workflows.get(organizationId, String(run.workflowPermanentId));
  expect(saved.draft.workflow_definition).toMatchObject({
    error_code_mapping: definition.error_code_mapping,
    blocks: [{ error_code_mapping: { B: 'z {{ n }}' } }],
  });
});

describe('52: `text_prompt`', () => {
  const json_schema = { type: 'object', properties: { age: { type: 'integer' } }, required: ['age'] };
  const ask = (members: object = {}) => ({
    block_type: 'text_prompt',
    label: 'ask',
    prompt: 'p',
    ...members,
  });

  it('bad then good answer: 2 calls, completed', async () => {
    const { finish, model } = await modelScene([{ age: 'x' }, { age: 3 }]);
    expect((await finish({ blocks: [ask({ json_schema })] })).status).toBe('completed');
    expect(model.requests).toHaveLength(2);
  });

  it('bad twice: failed', async () => {
    const { finish, model } = await modelScene([{ age: 'x' }, 'no idea']);
    expect((await finish({ blocks: [ask({ json_schema })] })).status).toBe('failed');
    expect(model.requests).toHaveLength(2);
  });

  it('invalid schema: failed, 0 calls', async () => {
    const { finish, model } = await modelScene([]);
    const run = await finish({ blocks: [ask({ json_schema: { type: 'nonsense' } })] });
    expect(run).toMatchObject({ status: 'failed', failureCategory: 'definition' });
    expect(run.failureReason).toContain('json_schema');
    expect(model.requests).toEqual([]);
  });

  it('no schema: output has `llm_response`', async () => {
    const { finish } = await modelScene([{ llm_response: 'because' }]);
    expect(outputOf(await finish({ blocks: [ask()] }), 'ask')).toEqual({ llm_response: 'because' });
  });
});
