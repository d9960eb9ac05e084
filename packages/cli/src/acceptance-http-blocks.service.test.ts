import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService } from './acceptance-http.test-helpers.ts';
import { choice, code, each, fails, ok, wanted } from './acceptance-workflows.test-helpers.ts';

let scene: Awaited<ReturnType<typeof startService>>;
beforeAll(async () => {
  scene = await startService();
});
afterAll(() => scene.close());

const http = (label: string, path: string, members: object = {}) => ({
  block_type: 'http_request',
  label,
  url: `${scene.world.url}${path}`,
  ...members,
});
const post = (label: string, body: unknown) => http(label, '/echo', { method: 'POST', body });
const refusals = async (definition: object, workflow: object = {}): Promise<string[]> => {
  const { status, json } = await scene.save(definition, workflow);
  expect(status).toBe(422);
  return json.detail.map(
    ({ loc, msg }: { loc: string[]; msg: string }) => `${loc.slice(2).join('.')}: ${msg}`,
  );
};

describe('a definition is refused', () => {
  it('with all of its problems at once, each with its place, in document order', async () => {
    const blocks = [
      { block_type: 'wait', label: 'a b', wait_sec: 0 },
      { block_type: 'nope', label: 'N' },
      ok('A', 1, { next_block_label: 'X', parameter_keys: ['zz'] }),
      each('L', '{{ [1] }}', [ok('A')]),
    ];
    const parameters = [
      wanted('current_value'),
      wanted('my-key'),
      wanted('A_output'),
      wanted('p'),
      wanted('p'),
    ];
    const found = await refusals({ parameters, blocks });
    expect(found.map((one) => one.split(': ')[0])).toEqual([
      'workflow_definition.parameters.0.key',
      'workflow_definition.parameters.1.key',
      'workflow_definition.parameters.2.key',
      'workflow_definition.parameters.4.key',
      'workflow_definition.blocks.0.label',
      'workflow_definition.blocks.0.wait_sec',
      'workflow_definition.blocks.1',
      'workflow_definition.blocks.2.next_block_label',
      'workflow_definition.blocks.2.parameter_keys.0',
      'workflow_definition.blocks.3.loop_blocks.0.label',
    ]);
  });

  it.each([
    ['two beginnings', () => [ok('A', 1, { next_block_label: 'C' }), ok('B'), ok('C')], {}, /disconnected/],
    [
      'a circle',
      () => [ok('A', 1, { next_block_label: 'B' }), ok('B', 1, { next_block_label: 'A' })],
      {},
      /circular/,
    ],
    ['version 1 with a conditional', () => [choice('K', [[null, null]])], { version: 1 }, /version/],
    ['a finally block that there is not', () => [ok('A')], { finally_block_label: 'F' }, /finally/],
    [
      'a failure label backwards',
      () => [ok('B'), ok('A', 1, { on_failure_next_label: 'B' })],
      {},
      /later|order/,
    ],
  ])('13-15, 36: %s', async (_what, blocks, members, reason) => {
    expect(await refusals({ blocks: blocks(), ...members })).toEqual([expect.stringMatching(reason)]);
  });

  it.each([0, 481, true])('55: for an elapsed limit of %j minutes', async (max_elapsed_time_minutes) => {
    expect(await refusals({ blocks: [] }, { max_elapsed_time_minutes })).toEqual([
      expect.stringMatching(/^max_elapsed_time_minutes: /),
    ]);
  });

  it('as YAML too, with the line of a syntax error', async () => {
    const save = (yaml_definition: string) => scene.call('/v1/workflows', { yaml_definition });
    expect(await save('title: [\n a')).toMatchObject({
      status: 422,
      json: { detail: [{ loc: ['body', 'yaml_definition'], msg: expect.stringMatching(/line \d+/) }] },
    });
    const yaml = 'workflow_definition:\n  blocks:\n    - { block_type: wait, label: W, wait_sec: 0 }\n';
    const { json } = await save(yaml);
    expect(json.detail[0].loc.slice(1)).toEqual([
      'yaml_definition',
      'workflow_definition',
      'blocks',
      '0',
      'wait_sec',
    ]);
  });
});

describe('http_request', () => {
  it('45: completes, fails with its output, or is timed out with the one output of such a block', async () => {
    const good = await scene.finish({ blocks: [post('A', { n: 1 })] });
    expect(good.output.A_output).toMatchObject({
      status_code: 200,
      request_method: 'POST',
      request_headers: { 'Content-Type': 'application/json' },
      request_body: { n: 1 },
      response_body: { heard: '{"n":1}' },
    });
    const bad = await scene.finish({ blocks: [http('A', '/status/404')] });
    expect(bad.run).toMatchObject({
      status: 'failed',
      failure_reason: expect.stringMatching(/^http_request block A failed: HTTP 404/),
      output: { A_output: { status_code: 404, response_body: { why: 'asked' } } },
    });
    const late = await scene.finish({ blocks: [http('A', '/never', { timeout: 0.3 })] });
    expect(late.steps).toEqual(['A timed_out']);
    expect(late.output.A_output).toEqual({ error: expect.any(String), error_type: 'timeout' });
  });

  it('37: is tried again until it succeeds or has no attempts left', async () => {
    const retry = { max_retries: 2, backoff_seconds: 0.05 };
    const { steps, run } = await scene.finish({ blocks: [http('A', '/status/500', { retry })] });
    expect(steps).toEqual(['A failed', 'A failed', 'A failed']);
    expect(run.status).toBe('failed');
  });

  it('makes secrets of what stands at paths of its answer; a later block sends the real values', async () => {
    const answer = Buffer.from('{"data":[{"token":"tok-9876-secret"}],"open":1}').toString('hex');
    const blocks = [
      http('A', `/json/${answer}`, { secret_response_paths: ['data.0.token'] }),
      post('B', { t: '{{ A_output.response_body.data[0].token }}', o: '{{ A_output.body.open }}' }),
    ];
    const { run, blocks: rows } = await scene.finish({ blocks });
    expect(run.status).toBe('completed');
    expect(scene.world.heard('/echo').at(-1)?.body).toBe('{"t":"tok-9876-secret","o":1}');
    expect(JSON.stringify([run, rows])).not.toContain('tok-9876-secret');
  });

  it.each([501, 5_000, 100_000])('fails with a sentence for an answer of %i levels', async (levels) => {
    const { run } = await scene.finish({ blocks: [http('A', `/deep/${levels}`)] });
    expect(run).toMatchObject({ status: 'failed', errors: [{ error_code: 'block_failed' }] });
    expect(run.failure_reason).toContain('nested deeper than 500 levels');
  });

  it('56: each block reports the files that it brought, and the run all of them, behind links', async () => {
    const saved = { save_response_as_file: true };
    const blocks = [
      http('A', '/file/a.txt', saved),
      http('B', '/file/b.txt', { ...saved, download_filename: 'c.txt' }),
    ];
    const { run, output } = await scene.finish({ blocks });
    expect(output.A_output.downloaded_files).toMatchObject([{ filename: 'a.txt' }]);
    expect(output.B_output.response_body).toMatchObject({ file_name: 'c.txt', file_size: 16 });
    expect(run.downloaded_files).toMatchObject([{ filename: 'a.txt' }, { filename: 'c.txt' }]);
    // Links begin with the address that the service was configured with, and its port chose itself.
    const { pathname, search } = new URL(run.downloaded_files[0].url);
    expect(await (await fetch(`${scene.base}${pathname}${search}`)).text()).toBe('content of a.txt');
  });
});

describe('code', () => {
  it('sees what it declares and nothing of the host', async () => {
    const program =
      'const n: number = i + 1; return [n, params.i, typeof hidden, typeof process, typeof require]';
    const definition = {
      parameters: [wanted('i', 'integer'), wanted('hidden')],
      blocks: [code('A', program, { language: 'typescript', parameter_keys: ['i'] })],
    };
    const { output } = await scene.finish(definition, { parameters: { i: 4, hidden: 'x' } });
    expect(output.A_output).toEqual([5, 4, 'undefined', 'undefined', 'undefined']);
  });

  it('fails with a code of the mapping of the workflow or its own', async () => {
    const definition = {
      error_code_mapping: { SOLD_OUT: 'none left' },
      blocks: [code('A', `fail('SOLD_OUT', 'no')`)],
    };
    const { run } = await scene.finish(definition);
    expect(run).toMatchObject({ status: 'failed', output: { error: 'SOLD_OUT' } });
    expect(run.errors).toEqual([
      {
        error_code: 'SOLD_OUT',
        reasoning: 'no',
        confidence_float: 1,
        block_label: 'A',
        error_type: 'USER_DEFINED_ERROR',
      },
    ]);
  });
});

describe('text_prompt', () => {
  const prompt = (members: object = {}) => ({
    block_type: 'text_prompt',
    label: 'T',
    prompt: 'Say {{ 1 + 1 }}',
    ...members,
  });
  const json_schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };

  it('52: asks once more when the answer does not fit, and fails after that', async () => {
    const calls = scene.told({ n: 'no' }, { n: 5 });
    expect((await scene.finish({ blocks: [prompt({ json_schema })] })).output.T_output).toEqual({ n: 5 });
    expect(calls()).toHaveLength(2);
    scene.told({ n: 'no' }, { n: 'no' });
    const { run } = await scene.finish({ blocks: [prompt({ json_schema })] });
    expect(run).toMatchObject({ status: 'failed', errors: [{ error_code: 'model_output_invalid' }] });
  });

  it('52: answers with `llm_response` without a schema, and with a broken one asks nobody', async () => {
    scene.told({ llm_response: 'two' });
    expect((await scene.finish({ blocks: [prompt()] })).output.T_output).toEqual({ llm_response: 'two' });
    const calls = scene.told({});
    const { run } = await scene.finish({ blocks: [prompt({ json_schema: { type: 'nonsense' } })] });
    expect(run.status).toBe('failed');
    expect(calls()).toEqual([]);
  });
});

describe('a run that waits', () => {
  const asks = (members: object = {}) => ({
    block_type: 'human_interaction',
    label: 'H',
    recipients: ['ann@shop.test'],
    instructions: 'Look at {{ 1 + 1 }}',
    ...members,
  });

  it('53: for a person is paused, and goes on with the approval', async () => {
    const runId = await scene.begin({ blocks: [asks(), ok('N')] });
    await scene.reached(runId, 'H', 'paused');
    const paused = await scene.call(`/v1/runs/${runId}`);
    expect(paused.json).toMatchObject({ status: 'running', paused: true });
    expect((await scene.rowsOf(runId))[0]).toMatchObject({
      instructions: 'Look at 2',
      positive_descriptor: 'Approve',
    });
    expect((await scene.call(`/v1/runs/${runId}/resume`, {})).status).toBe(200);
    const { run, steps } = await scene.ended(runId);
    expect(steps).toEqual(['H completed', 'N completed']);
    expect(run).toMatchObject({ paused: false, output: { H_output: { success: true } } });
    expect((await scene.call(`/v1/runs/${runId}/resume`, {})).status).toBe(409);
  });

  it('53: for a person may be rejected, and runs out of time', async () => {
    const runId = await scene.begin({ blocks: [asks({ on_failure_next_label: 'R' }), ok('N'), ok('R')] });
    await scene.reached(runId, 'H', 'paused');
    await scene.call(`/v1/runs/${runId}/resume`, { decision: 'reject', comment: 'ugly' });
    const { output, steps } = await scene.ended(runId);
    expect(steps).toEqual(['H terminated', 'R completed']);
    expect(output.H_output).toEqual({ success: false, reason: 'ugly' });
    const late = await scene.finish({ blocks: [asks({ timeout_seconds: 1 })] });
    expect([late.steps, late.run.status]).toEqual([['H timed_out'], 'failed']);
  });

  it('54: for another run has its outputs, or fails with its reason', async () => {
    const child = async (definition: object) => (await scene.save(definition)).json.workflow_permanent_id;
    const trigger = (workflow_permanent_id: string, members: object = {}) => ({
      block_type: 'workflow_trigger',
      label: 't',
      workflow_permanent_id,
      ...members,
    });
    const doubles = await child({
      parameters: [wanted('v', 'integer')],
      blocks: [code('child', 'return v * 2', { parameter_keys: ['v'] })],
    });
    const blocks = [
      trigger(doubles, { payload: { v: '{{ 20 + 1 }}' } }),
      post('N', ['{{ t_output.outputs.child_output }}']),
    ];
    const { output } = await scene.finish({ blocks });
    expect(output.N_output.request_body).toEqual([42]);
    expect(output.t_output).toMatchObject({ status: 'completed', workflow_permanent_id: doubles });
    const wrong = await scene.finish({ blocks: [trigger(doubles, { payload: { v: 'abc' } })] });
    expect(wrong.run.failure_reason).toContain('`payload.v`');
    const { run } = await scene.finish({ blocks: [trigger(await child({ blocks: [fails('x')] }))] });
    expect(run).toMatchObject({ status: 'failed', failure_reason: expect.stringContaining('x broke') });
  });

  it('for its turn begins when the earlier run with its concurrency key has ended', async () => {
    const { json } = await scene.save(
      { blocks: [code('A', 'await sleep(100)')] },
      { run_sequentially: true },
    );
    const start = async () =>
      (await scene.call('/v1/run/workflows', { workflow_id: json.workflow_permanent_id })).json.run_id;
    const ids = [await start(), await start()];
    const [first, second] = await Promise.all(ids.map((id) => scene.ended(id)));
    expect(Date.parse(second?.run.started_at)).toBeGreaterThanOrEqual(Date.parse(first?.run.finished_at));
  });
});
