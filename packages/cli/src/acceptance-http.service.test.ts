import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secret, startService } from './acceptance-http.test-helpers.ts';
import {
  choice,
  code,
  each,
  fails,
  gives,
  may,
  ok,
  sleeps,
  wanted,
} from './acceptance-workflows.test-helpers.ts';
import { key } from './in-process-service.test-helpers.ts';

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
/** Its `request_body` shows what templates came to. */
const post = (label: string, body: unknown, members: object = {}) =>
  http(label, '/echo', { method: 'POST', body, ...members });

describe('the walk', () => {
  it('1, 8: blocks run in list order, and their outputs are in scope and in the record', async () => {
    const blocks = [
      ok('A', { x: 5 }),
      post('B', [
        '{{ A_output.extracted_information.x }}',
        'v{{ A.output.x }}',
        '{{ A.extracted_information }}',
      ]),
    ];
    const { run, steps } = await scene.finish({ blocks });
    expect(steps).toEqual(['A completed', 'B completed']);
    expect(run).toMatchObject({ status: 'completed', failure_reason: null, errors: [] });
    expect(run.output.A_output).toEqual({ extracted_information: { x: 5 } });
    expect(run.output.B_output.request_body).toEqual([5, 'v5', { x: 5 }]);
    expect(run.output.extracted_information).toEqual([{ x: 5 }]);
  });

  it('2, 3: a failure ends the run with type, label and reason, or is passed over', async () => {
    const { run, steps } = await scene.finish({ blocks: [fails('A'), ok('B')] });
    expect(steps).toEqual(['A failed']);
    expect(run).toMatchObject({
      status: 'failed',
      failure_category: 'block',
      failure_reason: expect.stringMatching(/^code block A failed: .*A broke/),
      errors: [{ error_code: 'block_failed', confidence_float: null, block_label: 'A' }],
    });
    const passed = await scene.finish({ blocks: [fails('A', may), ok('B')] });
    expect(passed.steps).toEqual(['A failed', 'B completed']);
    expect(passed.run).toMatchObject({ status: 'completed', failure_reason: null });
    expect(passed.blocks.map((block) => block.continue_on_failure)).toEqual([true, false]);
  });

  it('4, 5: a terminated block terminates the run, one that is timed out fails it', async () => {
    expect((await scene.finish({ blocks: [gives('A'), ok('B')] })).run.status).toBe('terminated');
    const { run, steps } = await scene.finish({ blocks: [sleeps('A', { timeout_seconds: 1 }), ok('B')] });
    expect(steps).toEqual(['A timed_out']);
    expect(run).toMatchObject({ status: 'failed', errors: [{ error_code: 'block_timeout' }] });
  });

  it('a failure label is taken after the last attempt, and the failure counts as handled', async () => {
    const blocks = [
      fails('A', { retry: { max_retries: 1 }, on_failure_next_label: 'C', ...may }),
      ok('B'),
      ok('C'),
    ];
    const { run, steps } = await scene.finish({ blocks });
    expect(steps).toEqual(['A failed', 'A failed', 'C completed']);
    expect(run).toMatchObject({ status: 'completed', errors: [{ block_label: 'A' }] });
  });

  it('35: the finally block runs after a failure and sees the outputs; the failure stays the result', async () => {
    const last = code('F', 'return outputs.A');
    const { run, steps } = await scene.finish({
      blocks: [ok('A', 1), fails('B'), last],
      finally_block_label: 'F',
    });
    expect(steps).toEqual(['A completed', 'B failed', 'F completed']);
    expect(run).toMatchObject({
      status: 'failed',
      failure_reason: expect.stringContaining('B broke'),
      output: { F_output: { extracted_information: 1 } },
    });
    const decided = await scene.finish({ blocks: [ok('A'), gives('F')], finally_block_label: 'F' });
    expect(decided.run.status).toBe('terminated');
  });

  it('39, 60: a cancel stops the block that runs, the next one never begins, and one webhook tells of it', async () => {
    const webhook = { webhook_callback_url: `${scene.world.url}/canceled` };
    const runId = await scene.begin({ blocks: [ok('A', 1), sleeps('B', may), ok('C')] }, {}, webhook);
    await scene.reached(runId, 'B', 'running');
    const cancel = () => scene.call(`/v1/runs/${runId}/cancel`, {});
    for (const { status, json } of await Promise.all([cancel(), cancel()])) {
      expect([status, json.status]).toEqual([200, 'canceled']);
    }
    await scene.reached(runId, 'B', 'canceled');
    expect((await scene.ended(runId)).steps).toEqual(['A completed', 'B canceled']);
    await expect.poll(() => scene.world.heard('/canceled')).toHaveLength(1);
    const [hook] = scene.world.heard('/canceled');
    expect(JSON.parse(hook!.body)).toMatchObject({ run_id: runId, status: 'canceled' });
    expect(hook!.headers['x-service-signature']).toBe(
      createHmac('sha256', key).update(hook!.body).digest('hex'),
    );
  });

  it('9.8: a partial run carries out what it names, on outputs that it is given', async () => {
    const saved = await scene.save({ blocks: [ok('A', 1), post('B', '{{ A_output }}'), ok('C')] });
    const start = { workflow_id: saved.json.workflow_permanent_id, block_labels: ['C', 'B'] };
    const { json } = await scene.call('/v1/run/workflows', { ...start, block_outputs: { A: { seeded: 1 } } });
    const { steps, output } = await scene.ended(json.run_id);
    expect(steps).toEqual(['C completed', 'B completed']);
    expect(output.B_output.request_body).toEqual({ seeded: 1 });
  });
});

describe('parameters and templates', () => {
  it('9, 10: all that is missing or does not convert is named at once, and no run is made', async () => {
    const { json } = await scene.save({
      parameters: [wanted('p'), wanted('i', 'integer'), wanted('b', 'boolean'), wanted('j', 'json')],
      blocks: [ok('A')],
    });
    const start = await scene.call('/v1/run/workflows', {
      workflow_id: json.workflow_permanent_id,
      parameters: { i: '1.5', b: 'yes', j: '{' },
    });
    expect(start.status).toBe(422);
    const found = start.json.detail.map((item: { loc: string[]; type: string }) => [
      item.loc.join('.'),
      item.type,
    ]);
    expect(found).toEqual([
      ['body.parameters.b', 'bool_parsing'],
      ['body.parameters.i', 'int_parsing'],
      ['body.parameters.j', 'value_error'],
      ['body.parameters.p', 'missing'],
    ]);
    const list = await scene.call(`/v1/runs?workflow_permanent_id=${json.workflow_permanent_id}`);
    expect(list.json).toEqual([]);
  });

  it('9, 10: what converts keeps its type in a structured field, and defaults convert too', async () => {
    const parameters = [
      wanted('i', 'integer'),
      wanted('b', 'boolean'),
      wanted('f', 'float', { default_value: '2.5' }),
      wanted('s'),
      wanted('j', 'json', { default_value: '{"a": [1]}' }),
    ];
    const body = ['{{ i }}', '{{ b }}', '{{ f }}', '{{ s }}', '{{ j }}', '{{ i | string }}'];
    const request = { parameters: { i: ' 12 ', b: 'TRUE', s: 7, f: null } };
    const { output } = await scene.finish({ parameters, blocks: [post('A', body)] }, request);
    expect(output.A_output.request_body).toEqual([12, true, 2.5, '7', { a: [1] }, '12']);
  });

  it('43: a value that looks like a template stays as it is', async () => {
    const definition = { parameters: [wanted('p')], blocks: [post('A', ['{{ p }}', 'x {{ p }}'])] };
    const { output } = await scene.finish(definition, { parameters: { p: '{{ 7*7 }}' } });
    expect(output.A_output.request_body).toEqual(['{{ 7*7 }}', 'x {{ 7*7 }}']);
  });

  it.each([
    ['{{ nope }}', 'nope'],
    ['{{ user.name }}', 'user.name'],
    ['a {{ items[0] }}', 'items[0]'],
  ])('41: strict: `%s` fails and is named', async (text, path) => {
    const parameters = [
      wanted('user', 'json', { default_value: {} }),
      wanted('items', 'json', { default_value: [] }),
    ];
    const { run } = await scene.finish({ strict_templates: true, parameters, blocks: [post('A', { text })] });
    expect(run).toMatchObject({ status: 'failed', errors: [{ error_code: 'template_error' }] });
    expect(run.failure_reason).toContain(`\`${path}\``);
  });

  it('41, 42: by default what is undefined prints nothing, and a member of it fails', async () => {
    const lenient = await scene.finish({ blocks: [post('A', "[{{ nope }}]{{ nope | default('d') }}")] });
    expect(lenient.output.A_output.request_body).toBe('[]d');
    expect((await scene.finish({ blocks: [post('A', '{{ nope.x }}')] })).run.status).toBe('failed');
  });

  it('38, 46: a secret arrives where it is sent, and is seen nowhere else', async () => {
    const blocks = [
      post('A', { t: 'Bearer {{ tok }}' }, { parameter_keys: ['tok'] }),
      code('B', `return ['${secret}', 'in ${secret} text', 'in text']`),
    ];
    const parameters = [{ parameter_type: 'aws_secret', key: 'tok', aws_key: 'canary' }];
    const { run, blocks: rows, output } = await scene.finish({ parameters, blocks });
    expect(scene.world.heard('/echo').at(-1)?.body).toBe(JSON.stringify({ t: `Bearer ${secret}` }));
    expect(output.B_output).toEqual(['*****', 'in ***** text', 'in text']);
    expect(JSON.stringify([run, rows])).not.toContain(secret);
  });
});

describe('branches', () => {
  it.each([
    [150, 'X', 0, true],
    [50, 'Y', 1, true],
    [1, 'Z', 2, null],
  ])('16: %i goes to %s', async (n, taken, index, result) => {
    const branches = [['{{ n > 100 }}', 'X'] as const, ['{{ n > 10 }}', 'Y'] as const, [null, 'Z'] as const];
    const definition = {
      parameters: [wanted('n', 'integer')],
      blocks: [choice('K', branches), ok('X'), ok('Y'), ok('Z')],
    };
    const { blocks, output } = await scene.finish(definition, { parameters: { n } });
    expect(blocks.map(({ label }) => label)).toEqual(['K', taken]);
    expect(blocks[1].parent_workflow_run_block_id).toBe(blocks[0].workflow_run_block_id);
    expect(blocks[0]).toMatchObject({
      executed_branch_id: output.K_output.branch_id,
      executed_branch_expression: result === null ? null : branches[index]?.[0],
      executed_branch_result: result,
      executed_branch_next_block: taken,
    });
    expect(output.K_output).toMatchObject({ branch_taken: taken, branch_index: index });
  });

  it('18, 19, 20: chains end at the merge point, the outer one too; without a match the block fails', async () => {
    const nested = [
      choice(
        'K',
        [
          ['{{ true }}', 'I'],
          [null, 'B'],
        ],
        { next_block_label: 'M' },
      ),
      choice('I', [
        ['{{ true }}', 'C'],
        [null, null],
      ]),
      ok('B'),
      ok('C'),
      ok('M'),
    ];
    expect((await scene.finish({ blocks: nested })).blocks.map(({ label }) => label)).toEqual([
      'K',
      'I',
      'C',
      'M',
    ]);
    const { run } = await scene.finish({ blocks: [choice('K', [['{{ false }}', 'X']]), ok('X')] });
    expect(run).toMatchObject({ status: 'failed', errors: [{ error_code: 'no_branch_matched' }] });
  });

  it('47: all criteria in words are one call, whose answers are matched by index', async () => {
    const criteria = choice('K', [
      ['is {{ p }} red?', 'X'],
      ['{{ false }}', 'Y'],
      ['is it blue?', 'Z'],
    ]);
    const definition = {
      parameters: [wanted('p', 'string', { default_value: '' })],
      blocks: [criteria, ok('X'), ok('Y'), ok('Z')],
    };
    const entry = (condition_index: number | string, result: boolean) => ({
      condition_index,
      reasoning: '',
      result,
    });
    const calls = scene.told({ conditions: [entry('2', true), entry(1, false)] });
    const { output } = await scene.finish(definition);
    expect(calls()).toHaveLength(1);
    expect(JSON.stringify(calls()[0]?.body.messages)).toContain('(empty value)');
    expect(output.K_output).toMatchObject({ branch_taken: 'Z', criteria_type: 'prompt' });

    const again = scene.told({ conditions: [entry(1, true)] }, { conditions: [entry(1, true)] });
    expect((await scene.finish(definition)).run.status).toBe('failed');
    const [first, second, ...more] = again().map(({ body }) => JSON.stringify(body.messages));
    expect(more).toEqual([]);
    expect(second).not.toBe(first);
  });
});

describe('loops', () => {
  it('23: rows and output tell index and value of each iteration', async () => {
    const body = [code('T', 'return [current_index, current_value]')];
    const { blocks, output } = await scene.finish({ blocks: [each('L', '{{ ["a", "b"] }}', body)] });
    expect(blocks.map((row) => [row.label, row.current_index, row.current_value, row.loop_values])).toEqual([
      ['L', null, null, ['a', 'b']],
      ['T', 0, 'a', null],
      ['T', 1, 'b', null],
    ]);
    const entry = (loop_value: string, index: number) => ({
      loop_value,
      output_parameter: { parameter_type: 'output', key: 'T_output' },
      output_value: [index, loop_value],
    });
    expect(output.L_output).toEqual([[entry('a', 0)], [entry('b', 1)]]);
    expect(output.T_output).toEqual([1, 'b']);
  });

  it('26: an empty list terminates, or completes when the loop says so; what leads to nothing fails', async () => {
    const empty = await scene.finish({ blocks: [each('L', '{{ [] }}', [ok('T')])] });
    expect(empty.run).toMatchObject({ status: 'terminated', output: { L_output: [] } });
    const done = await scene.finish({
      blocks: [each('L', '{{ [] }}', [ok('T')], { complete_if_empty: true })],
    });
    expect(done.run).toMatchObject({ status: 'completed', output: { L_output: [] } });
    const { run } = await scene.finish({ blocks: [each('L', '{{ nope }}', [ok('T')])] });
    expect(run).toMatchObject({ status: 'failed', errors: [{ error_code: 'loop_unresolved' }] });
  });

  it('27, 28, 49: a failure ends the loop, or only its iteration, and leaves no older output', async () => {
    const body = (members: object) => [
      code('T', 'if (current_index > 0) throw new Error("no"); return 1', members),
    ];
    const stopped = await scene.finish({ blocks: [each('L', '{{ [1, 2, 3] }}', body({}))] });
    expect(stopped.steps).toEqual(['L failed', 'T completed', 'T failed']);
    expect(stopped.output.L_output).toHaveLength(2);
    const blocks = [
      each('L', '{{ [1, 2, 3] }}', body({ next_loop_on_failure: true })),
      post('N', ['{{ T_output }}']),
    ];
    const { run, output } = await scene.finish({ blocks });
    expect(run).toMatchObject({ status: 'completed', failure_reason: null });
    expect(output.L_output).toHaveLength(3);
    expect(output.N_output.request_body).toEqual([null]);
  });

  it('33: `while_loop` counts from 0, and nothing undefined holds when templates are strict', async () => {
    const loop = (expression: string) => ({
      block_type: 'while_loop',
      label: 'W',
      condition: { expression },
      loop_blocks: [code('T', 'return [current_index, current_value]')],
    });
    const { output } = await scene.finish({ blocks: [loop('{{ current_index < 2 }}')] });
    expect(output.W_output).toMatchObject([[{ output_value: [0, null] }], [{ output_value: [1, null] }]]);
    const strict = await scene.finish({ strict_templates: true, blocks: [loop('{{ nope }}')] });
    expect(strict.run.status).toBe('failed');
  });

  it('several iterations at once put out in the order of their index', async () => {
    const body = [code('T', 'await sleep(current_value * 50); return current_value')];
    const { output } = await scene.finish({
      blocks: [each('L', '{{ [3, 1, 2] }}', body, { concurrency: 3 })],
    });
    expect(output.L_output).toMatchObject([
      [{ output_value: 3 }],
      [{ output_value: 1 }],
      [{ output_value: 2 }],
    ]);
    expect(output.T_output).toBe(2);
  });
});
