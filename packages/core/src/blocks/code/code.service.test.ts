import { type Problem, RunwrightError } from '@runwright/contract';
import { manualClock } from '@runwright/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { egressPolicy } from '../../network/egress.ts';
import { closeEngines, codeEngine, output, program, serve } from './code.test-helpers.ts';

afterEach(closeEngines);

const parameter = (key: string, workflow_parameter_type = 'string') => ({
  parameter_type: 'workflow',
  key,
  workflow_parameter_type,
});

describe('what a program sees', () => {
  it('is its declared parameters as constants and in params, and nothing undeclared', async () => {
    const { run } = await codeEngine();
    const definition = {
      parameters: [parameter('name'), parameter('rows', 'json'), parameter('other')],
      blocks: [
        program('return [name, rows.length, params, typeof other, typeof params.other]', {
          parameter_keys: ['name', 'rows'],
        }),
      ],
    };
    const ended = await run(definition, { name: 'Ann', rows: [1, 2], other: 'x' });
    expect(output(ended)).toEqual(['Ann', 2, { name: 'Ann', rows: [1, 2] }, 'undefined', 'undefined']);
  });

  it('is the outputs of earlier blocks, by label, as copies', async () => {
    const { run } = await codeEngine();
    const blocks = [
      program('return { list: [1] }', { label: 'first' }),
      program('outputs.first.list.push(2); return outputs', { label: 'second' }),
      program('return [outputs.first, second_output]', { parameter_keys: ['second_output'] }),
    ];
    expect(output(await run({ blocks }))).toEqual([{ list: [1] }, { first: { list: [1, 2] } }]);
  });

  it('is the item of the loop around it', async () => {
    const { run } = await codeEngine();
    const loop = {
      block_type: 'for_loop',
      label: 'each',
      loop_over_parameter_key: 'rows',
      loop_blocks: [program('return current_index + ": " + current_value')],
    };
    const definition = { parameters: [parameter('rows', 'json')], blocks: [loop] };
    expect(output(await run(definition, { rows: ['a', 'b'] }), 'each')).toMatchObject([
      [{ output_value: '0: a' }],
      [{ output_value: '1: b' }],
    ]);
  });

  it('is data, never program text: templates stay as they are written', async () => {
    const { run } = await codeEngine();
    const definition = {
      parameters: [parameter('p')],
      blocks: [program('return ["{{ p }}", p]', { parameter_keys: ['p'] })],
    };
    const hostile = '"]; fail("x"); // {{ 7*7 }}';
    expect(output(await run(definition, { p: hostile }))).toEqual(['{{ p }}', hostile]);
  });

  it('is typed where the language says so', async () => {
    const { run } = await codeEngine();
    const block = program('const n: number = 2; return n as number', { language: 'typescript' });
    expect(output(await run(block))).toBe(2);
  });

  it('has a value for every declared parameter, or the block fails', async () => {
    const { run } = await codeEngine();
    const blocks = [
      program('return 1', { label: 'a', parameter_keys: ['b_output'] }),
      program('return 2', { label: 'b' }),
    ];
    const ended = await run({ blocks });
    expect(ended.status).toBe('failed');
    expect(ended.failureReason).toMatch(/declares in `parameter_keys` what has no value: `b_output`/);
  });
});

describe('how a program ends', () => {
  it.each([
    ['', null],
    ['return', null],
    ['return { a: undefined }', {}],
  ])('`%s` completes', async (code, value) => {
    const { run } = await codeEngine();
    const ended = await run(program(`${code} `.padEnd(3, ';')));
    expect(ended.status).toBe('completed');
    expect(output(ended)).toEqual(value);
  });

  it.each([
    [
      '\nthrow new RangeError("too far")',
      /code block c failed: The program threw RangeError \(line 2\): too far/,
    ],
    ['const a = {}; a.a = a; return a', /not JSON: circular/],
    ['return 1n', /not JSON/],
    ['let a = []; for (let i = 0; i < 4000; i++) a = [a]; return a', /nested deeper than 500 levels/],
    ['await new Promise(() => {})', /waits for a promise/],
  ])('`%s` fails the block', async (code, reason) => {
    const { run } = await codeEngine();
    const ended = await run(program(code));
    expect(ended.status).toBe('failed');
    expect(output(ended)).toBeNull();
    expect(ended.failureReason).toMatch(reason);
    expect(ended.errors).toMatchObject([{ error_code: 'block_failed', block_label: 'c' }]);
  });

  it('with too much memory, by the setting of the host', async () => {
    const { run } = await codeEngine({ settings: { limits: { codeMemoryBytes: 8 * 1024 * 1024 } } });
    const ended = await run(program('const all = []; for (;;) all.push(new Uint8Array(1e5))'));
    expect(ended).toMatchObject({ status: 'failed', failureCategory: 'limit' });
    expect(ended.failureReason).toMatch(/8388608 bytes of memory/);
  });

  it('by `fail` with a code that is mapped: the run names it', async () => {
    const { run } = await codeEngine();
    const blocks = [
      program('try { fail("sold_out", "none left") } finally { return 1 }', {
        error_code_mapping: { sold_out: 'nothing is left' },
      }),
    ];
    const ended = await run({ blocks });
    expect(ended).toMatchObject({
      status: 'failed',
      failureCategory: 'user_defined',
      errors: [{ error_code: 'sold_out', reasoning: 'none left', confidence_float: 1, block_label: 'c' }],
    });
    expect(ended.failureReason).toBe('code block c failed: The program failed with `sold_out`: none left');
  });

  it('by `fail` with a code of the workflow, whose meaning stands in for the reason', async () => {
    const { run } = await codeEngine();
    const ended = await run({
      error_code_mapping: { gone: 'it is gone' },
      blocks: [program('fail("gone")')],
    });
    expect(ended.errors).toMatchObject([{ error_code: 'gone', reasoning: 'it is gone' }]);
  });

  it('by `fail` with another code: no entry', async () => {
    const { run } = await codeEngine();
    const ended = await run(program('fail("nobody", "knows it")'));
    expect(ended).toMatchObject({ status: 'failed', errors: [] });
    expect(ended.failureReason).toMatch(/`nobody`: knows it/);
  });

  it('by `terminate`: the run is terminated', async () => {
    const { run } = await codeEngine();
    const ended = await run(program('terminate("nothing to do"); return 1'));
    expect(ended).toMatchObject({
      status: 'terminated',
      failureReason: 'code block c terminated: nothing to do',
    });
  });

  it('is tried again when the block says so', async () => {
    let calls = 0;
    const { url, host } = await serve((_request, response) => {
      calls += 1;
      response.statusCode = calls === 1 ? 500 : 200;
      response.end(String(calls));
    });
    const { run } = await codeEngine({ drivers: { egress: egressPolicy({ allowedHosts: [host] }) } });
    const code = `const r = await fetch('${url}'); if (!r.ok) throw new Error('try again'); return await r.text()`;
    expect(output(await run(program(code, { retry: { max_retries: 1 } })))).toBe('2');
  });
});

describe('a program is stopped', () => {
  it('after 300 seconds, when its block names no other time', async () => {
    const clock = manualClock();
    const { begin, finished } = await codeEngine({ drivers: { clock } });
    const created = await begin({ blocks: [program('for (;;) await sleep(1000)')] });
    for (let second = 0; second < 302; second += 1) {
      await clock.untilSleeping(1);
      await clock.advance(1000);
    }
    const ended = await finished(created);
    expect(ended).toMatchObject({ status: 'failed', errors: [{ error_code: 'block_timeout' }] });
  });

  it('by cancel, in the middle of a loop that never waits', async () => {
    let begun = () => {};
    const reached = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const { url, host } = await serve((_request, response) => {
      begun();
      response.end('x');
    });
    const scene = await codeEngine({ drivers: { egress: egressPolicy({ allowedHosts: [host] }) } });
    const created = await scene.begin({ blocks: [program(`await fetch('${url}'); for (;;) {}`)] });
    await reached;
    await scene.engine.runs.cancel(scene.organizationId, created.runId);
    expect(await scene.finished(created)).toMatchObject({ status: 'canceled' });
  });
});

describe('a definition is refused', () => {
  const problems = async (block: object) => {
    const { save } = await codeEngine();
    const error: unknown = await save({ blocks: [block] }).catch((reason: unknown) => reason);
    return RunwrightError.is(error) ? (error.details.problems as readonly Problem[]) : [];
  };

  it('for a program that does not parse, with its line', async () => {
    expect(await problems(program('const a = 1;\nreturn (;'))).toEqual([
      {
        path: ['workflow_definition', 'blocks', 0, 'code'],
        type: 'value_error',
        message: 'Value error, the program does not parse: Unexpected token at line 2, column 9',
      },
    ]);
  });

  it('for Python, with a hint', async () => {
    const [problem] = await problems(program('import json\nreturn json.dumps(1)'));
    expect(problem?.message).toMatch(/at line 1, column \d+\. It looks like Python; write it in JavaScript$/);
  });

  it('for types in a program that is not TypeScript', async () => {
    expect(await problems(program('const a: number = 1'))).toHaveLength(1);
    expect(await problems(program('const a: number = 1', { language: 'typescript' }))).toEqual([]);
    expect(await problems(program('const a: = 1', { language: 'typescript' }))).toHaveLength(1);
  });

  it('for an empty program, an unknown language and an undeclared parameter', async () => {
    expect(await problems(program(' '))).toMatchObject([
      { path: ['workflow_definition', 'blocks', 0, 'code'] },
    ]);
    expect(await problems(program('return 1', { language: 'python' }))).toHaveLength(1);
    expect(await problems(program('return 1', { parameter_keys: ['nobody'] }))).toHaveLength(1);
  });
});
