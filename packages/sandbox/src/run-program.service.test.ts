import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { ProgramOptions } from './program/program.ts';
import { runProgram } from './run-program.ts';
import { endWarmThreads } from './threads/warm-threads.ts';

const run = (source: string, options: Partial<ProgramOptions> = {}) =>
  runProgram({ source, signal: new AbortController().signal, ...options });

describe('a program', () => {
  it.each([
    ['return { a: [1, "x", null, true] }', { a: [1, 'x', null, true] }],
    ['', null],
    ['return', null],
    ['return undefined', null],
    ['return { a: undefined, b: new Date(0) }', { b: '1970-01-01T00:00:00.000Z' }],
    ['return [Date.now() > 1e12, Math.random() < 1]', [true, true]],
    ['return await Promise.all([1, Promise.resolve(2)])', [1, 2]],
    ['const list = [3, 1]; list.sort(); return list.toSorted((a, b) => b - a)', [3, 1]],
    ['return "é😀\\u0000\\ud800".length', 5],
    ['return "é😀"', 'é😀'],
    ['return 1 // the last line may be a comment', 1],
  ])('%s', async (source, value) => {
    expect(await run(source)).toEqual({ status: 'completed', value });
  });

  it('sees copies of its globals, in strict mode', async () => {
    const params = { list: [1] };
    const source = `params.list.push(2); return [params, typeof this, (() => { try { nobody = 1 } catch (e) { return e.name } })()]`;
    expect(await run(source, { globals: { params } })).toEqual({
      status: 'completed',
      value: [{ list: [1, 2] }, 'undefined', 'ReferenceError'],
    });
    expect(params).toEqual({ list: [1] });
  });

  it('fails where what it returns, or gives to a host function, is refused before it is parsed', async () => {
    const findExcess = (json: string) => (json.includes('2,3') ? 'has a 3' : null);
    const hostFunctions = { take: async () => null };
    const options = { findExcess, hostFunctions };
    expect(await run('return [1,2]', options)).toMatchObject({ status: 'completed' });
    expect(await run('return [1,2,3]', options)).toMatchObject({
      fault: 'output',
      message: 'The program returned JSON that has a 3; return less.',
    });
    expect(await run('await take([1,2,3])', options)).toMatchObject({
      fault: 'exception',
      message: expect.stringContaining('`take` was called with JSON that has a 3; pass less.'),
    });
  });

  it('may name its own variables as a global is named', async () => {
    const source = 'const name = "own"; return name + globalThis.name';
    expect(await run(source, { globals: { name: 'given' } })).toMatchObject({ value: 'owngiven' });
  });

  it('in TypeScript loses its types and keeps its lines', async () => {
    const source = `interface Row { price: number }
const rows: readonly Row[] = [{ price: 2 }, { price: 3 }];
enum Mode { Sum = 'sum' }
const total = rows.reduce<number>((sum, { price }) => sum + price, 0) as number;
return { [Mode.Sum]: total!, line: new Error('x').stack?.match(/program\\.js:(\\d+)/)?.[1] } satisfies object;`;
    expect(await run(source, { language: 'typescript' })).toEqual({
      status: 'completed',
      value: { sum: 5, line: '5' },
    });
  });

  it('that throws tells name, message and place', async () => {
    expect(await run('const a = 1;\n  throw new RangeError("too far")')).toEqual({
      status: 'failed',
      fault: 'exception',
      message: 'The program threw RangeError (line 2): too far',
      line: 2,
      column: 23,
      error: { name: 'RangeError', message: 'too far' },
    });
    expect(await run('throw null')).toMatchObject({ error: { name: 'Error', message: 'null' } });
    expect(await run('throw { code: 7 }')).toMatchObject({ error: { message: '{"code":7}' } });
    expect(await run('x.y.z')).toMatchObject({ line: 1, column: 1, error: { name: 'ReferenceError' } });
  });

  it.each([
    ['const a = {}; a.a = a; return a', /circular/],
    ['return [1n]', /BigInt/],
    ['return () => 1', /function is no data/],
    ['return { rows: [{ total: 1 / 0 }] }', /Infinity at `total` is no data/],
    ['return Number("x")', /NaN is no data/],
    ['return { work() {} }', /function at `work` is no data/],
    ['return { rows: new Map([[1, 2]]) }', /Map at `rows` is no data; make it an object or a list/],
    ['return { toJSON() { throw new Error("no") } }', /no/],
  ])('that returns no JSON fails: %s', async (source, message) => {
    expect(await run(source)).toMatchObject({
      status: 'failed',
      fault: 'value',
      message: expect.stringMatching(message),
    });
  });

  it.each(['await new Promise(() => {})', 'await Promise.race([])'])(
    'that waits for nothing fails: %s',
    async (source) => {
      expect(await run(source)).toMatchObject({ status: 'failed', fault: 'stuck' });
    },
  );

  it('that does not parse is not started', async () => {
    expect(await run('def main():\n    return 1')).toEqual({
      status: 'failed',
      fault: 'syntax',
      message:
        'The program does not parse: Unexpected token at line 1, column 5. It looks like Python; write it in JavaScript.',
      line: 1,
      column: 5,
    });
  });
});

describe('host functions', () => {
  it('take and return JSON, alone and in groups', async () => {
    const hostFunctions = {
      double: ([n]: readonly unknown[]) => Number(n) * 2,
      page: { text: async () => 'Hello', nothing: () => undefined, deep: { er: () => [1] } },
    };
    const source = 'return [await double(4), await page.text(), await page.nothing(), await page.deep.er()]';
    expect(await run(source, { hostFunctions })).toEqual({
      status: 'completed',
      value: [8, 'Hello', null, [1]],
    });
  });

  it('run side by side', async () => {
    let release = () => {};
    const both = new Promise<void>((resolve) => {
      release = resolve;
    });
    let begun = 0;
    const hostFunctions = {
      wait: async () => {
        begun += 1;
        if (begun === 2) release();
        await both;
        return begun;
      },
    };
    expect(await run('return await Promise.all([wait(), wait()])', { hostFunctions })).toMatchObject({
      value: [2, 2],
    });
  });

  it('throw inside what the host throws, which is the cause when nobody catches it', async () => {
    const cause = Object.assign(new Error('no page'), { name: 'PageError', code: 'x' });
    const hostFunctions = { open: () => Promise.reject(cause) };
    expect(
      await run('try { await open() } catch (e) { return [e.name, e.message, e.code, e instanceof Error] }', {
        hostFunctions,
      }),
    ).toMatchObject({
      value: ['PageError', 'no page', 'x', true],
    });
    const result = await run('\nawait open()', { hostFunctions });
    expect(result).toMatchObject({ message: 'The program threw PageError (line 2): no page', line: 2 });
    expect(result.status === 'failed' && result.cause).toBe(cause);
  });

  it('that nobody waited for are canceled when the program returns, and the console says so', async () => {
    const lines: string[] = [];
    const ended: unknown[] = [];
    const hostFunctions = {
      slow: (_args: readonly unknown[], { signal }: { readonly signal: AbortSignal }) =>
        new Promise((_, reject) =>
          signal.addEventListener('abort', () => {
            ended.push(signal.reason);
            reject(signal.reason);
          }),
        ),
    };
    const console = (level: string, text: string) => lines.push(`${level}: ${text}`);
    expect(await run('slow(); return 1', { hostFunctions, console })).toEqual({
      status: 'completed',
      value: 1,
    });
    expect(lines).toEqual([expect.stringMatching(/^warn: .*canceled: `slow`\. Put `await` before them/)]);
    expect(ended).toHaveLength(1);
  });

  it('may answer much at once, but not more than the program reads', { tags: ['security'] }, async () => {
    const hostFunctions = { big: () => 'x'.repeat(400_000) };
    const source =
      'const all = await Promise.allSettled([big(), big(), big()]); return all.map((one) => one.status)';
    const result = await run(source, { hostFunctions, limits: { memoryBytes: 2 ** 21 } });
    expect(result).toMatchObject({ value: ['fulfilled', 'rejected', 'rejected'] });
    expect(
      await run('await big(); await big(); return (await big()).length', {
        hostFunctions,
        limits: { memoryBytes: 2 ** 21 },
      }),
    ).toMatchObject({ value: 400_000 });
  });

  it('may answer much, but not more than a quarter of the memory', async () => {
    const hostFunctions = { big: ([n]: readonly unknown[]) => 'x'.repeat(Number(n)) };
    expect(await run('return (await big(1e6)).length', { hostFunctions })).toMatchObject({ value: 1e6 });
    const result = await run('await big(1e6)', { hostFunctions, limits: { memoryBytes: 2 ** 21 } });
    expect(result).toMatchObject({
      fault: 'exception',
      message: expect.stringMatching(/at most 524288 fit/),
    });
  });
});

it('console lines come in order, with values as text', async () => {
  const lines: string[] = [];
  const console = (level: string, text: string) => lines.push(`${level}: ${text}`);
  await run(
    'console.log("a", 1, { b: [2] }); console.warn(new TypeError("c")); console.debug(undefined, null)',
    {
      console,
    },
  );
  expect(lines).toEqual(['info: a 1 {"b":[2]}', 'warn: TypeError: c', 'debug: undefined null']);
});

it('a prelude may wrap host functions and add constants', async () => {
  const prelude =
    'const raw = globalThis.load; globalThis.load = async (id) => ({ id, text: () => raw(id) });';
  const source = 'const it = await load(7); return [it.id, await it.text()]';
  expect(await run(source, { prelude, hostFunctions: { load: ([id]) => `text ${id}` } })).toMatchObject({
    value: [7, 'text 7'],
  });
});

describe('an abort', () => {
  it.each([
    ['a loop', 'begun(); for (;;) {}'],
    ['a host function that is under way', 'begun(); await never()'],
  ])('ends %s', async (_title, source) => {
    const controller = new AbortController();
    const reasons: unknown[] = [];
    const hostFunctions = {
      begun: () => controller.abort(new Error('stop')),
      never: (_args: readonly unknown[], { signal }: { readonly signal: AbortSignal }) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => resolve(reasons.push(signal.reason))),
        ),
    };
    expect(await run(source, { hostFunctions, signal: controller.signal })).toMatchObject({
      status: 'canceled',
    });
  });

  it('while the program waits for its thread ends it', async () => {
    const controller = new AbortController();
    const result = run('for (;;) {}', { signal: controller.signal, limits: { timeMs: 1000 } });
    controller.abort();
    expect(await result).toMatchObject({ status: 'canceled' });
  });

  it('before the beginning leaves nothing to do', async () => {
    expect(await run('return 1', { signal: AbortSignal.abort() })).toMatchObject({ status: 'canceled' });
  });
});

describe('threads', () => {
  const threads = () => process.getActiveResourcesInfo().filter((name) => name === 'Worker').length;

  it('of 8 programs do not meet', async () => {
    const results = await Promise.all(
      [...Array(8).keys()].map((n) =>
        run('globalThis.mine = n; await echo(n); return [n, globalThis.mine]', {
          globals: { n },
          hostFunctions: { echo: ([value]) => value },
        }),
      ),
    );
    expect(results.map((result) => result.status === 'completed' && result.value)).toEqual(
      [...Array(8).keys()].map((n) => [n, n]),
    );
  });

  for (const [programs, tags] of [
    [10, []],
    [50, ['extended']],
  ] as const)
    it(`are all gone after ${programs} programs, whatever their ends`, { tags: [...tags] }, async () => {
      const sources = ['return 1', 'throw 1', 'for (;;) {}', 'await new Promise(() => {})', 'stop()'];
      await endWarmThreads();
      const before = threads();
      for (let round = 0; round < programs / sources.length; round += 1) {
        await Promise.all(
          sources.map((source) => run(source, { exitFunctions: ['stop'], limits: { timeMs: 100 } })),
        );
      }
      await endWarmThreads();
      expect(threads()).toBe(before);
    });

  it('wait ready for the next program, do not keep the process alive, and are never used twice', async () => {
    const source = `import { runProgram } from ${JSON.stringify(new URL('run-program.ts', import.meta.url))};
      const { signal } = new AbortController();
      const results = [];
      for (let n = 0; n < 4; n += 1)
        results.push(await runProgram({ source: 'const was = typeof globalThis.left; globalThis.left = 1; Array.left = 1; return was + typeof Array.left', signal }));
      console.log(JSON.stringify(results.map(({ value }) => value)));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', source]);
    expect(JSON.parse(stdout)).toEqual(Array(4).fill('undefinednumber'));
  });
});
