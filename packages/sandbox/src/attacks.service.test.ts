import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonValue, ProgramOptions } from './program/program.ts';
import { runProgram } from './run-program.ts';

/** What a program tried, what the host functions got from it, and how it ended. */
async function attack(source: string, more: Partial<ProgramOptions> = {}) {
  const got: JsonValue[] = [];
  const result = await runProgram({
    source,
    signal: new AbortController().signal,
    globals: { params: { name: 'Ann', list: [1, 2] } },
    hostFunctions: {
      page: { click: (args) => got.push([...args]) },
      echo: ([value]) => value,
      fails: () => {
        throw Object.assign(new TypeError('it failed'), { stack: `at ${fileURLToPath(import.meta.url)}` });
      },
    },
    exitFunctions: ['stop'],
    ...more,
    limits: { memoryBytes: 16 * 1024 * 1024, timeMs: 100_000, ...more.limits },
  });
  return { got, result };
}

const untouched = () =>
  [Object, Array, Function, String, Promise, Error, Map].map((type) => [
    Object.isFrozen(type),
    Reflect.ownKeys(type.prototype).length,
    Reflect.ownKeys(type).length,
  ]);
const before = untouched();

afterEach(() => {
  expect(untouched()).toEqual(before);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

/** What shows that code reached Node, and not only the language. */
const reach = `(names => {
  const found = [];
  for (const name of ['process', 'require', 'module', 'Buffer', 'global', 'fetch', 'WebAssembly', 'setTimeout', 'navigator', 'Atomics.wait', 'std', 'os', 'bjson']) {
    if (names[name] !== undefined) found.push(name);
  }
  return found;
})`;

describe('paths to host objects end inside the sandbox', () => {
  it('and would be noticed', async () => {
    const { result } = await attack(`return ${reach}(globalThis)`, { globals: { process: 1, os: 2 } });
    expect(result).toEqual({ status: 'completed', value: ['process', 'os'] });
  });

  it.each([
    ['globalThis', `return ${reach}(globalThis)`],
    ['the constructor of a function', `return ${reach}((() => 1).constructor('return this')())`],
    [
      'the constructor of an async function',
      `return ${reach}(await (async () => 1).constructor('return globalThis')())`,
    ],
    [
      'the constructor of a generator',
      `return ${reach}((function* () {}).constructor('yield globalThis')().next().value)`,
    ],
    ['the constructor of a host function', `return ${reach}(page.click.constructor('return this')())`],
    [
      'the constructor of a group of host functions',
      `return ${reach}(page.constructor.constructor('return this')())`,
    ],
    ['the constructor of the console', `return ${reach}(console.log.constructor('return this')())`],
    ['the constructor of an ending', `return ${reach}(stop.constructor('return this')())`],
    ['the promise of a host function', `return ${reach}(echo(1).constructor.constructor('return this')())`],
    [
      'the answer of a host function',
      `return ${reach}((await echo({ a: 1 })).constructor.constructor('return this')())`,
    ],
    [
      'the error of a host function',
      `return ${reach}(await fails().catch((e) => e.constructor.constructor('return this')()))`,
    ],
    ['the values of parameters', `return ${reach}(params.list.constructor.constructor('return this')())`],
    [
      'an error of the interpreter',
      `try { null.x } catch (e) { return ${reach}(e.constructor.constructor('return this')()) }`,
    ],
    [
      'an error of the stack',
      `const f = () => f(); try { f() } catch (e) { return ${reach}(e.constructor.constructor('return this')()) }`,
    ],
    ['eval', `return ${reach}((0, eval)('this'))`],
    ['Reflect.construct', `return ${reach}(Reflect.construct(Function, ['return globalThis'])())`],
    [
      'Symbol.species',
      `class A extends Array { static get [Symbol.species]() { return Function } }; return ${reach}(new A().constructor.constructor.constructor('return globalThis')())`,
    ],
    ['the arguments of a caller', `return ${reach}((function () { return this ?? {} })())`],
    [
      'prepareStackTrace',
      `Error.prepareStackTrace = (e, frames) => frames; const e = new Error('x'); return ${reach}(Array.isArray(e.stack) ? e.stack[0].getThis() : {})`,
    ],
    [
      'a proxy given to a host function',
      `let seen = []; await echo(new Proxy({}, { get: (t, k, r) => { seen.push(typeof r); return undefined }, ownKeys: () => [] })); return seen.every((x) => x === 'object') ? [] : seen`,
    ],
    [
      'a getter given to a host function',
      `let seen = []; await echo({ get a() { seen = ${reach}(this); return 1 } }); return seen`,
    ],
    [
      'a toJSON given to a host function',
      `let seen = []; await echo({ toJSON(key) { seen = ${reach}(this); return 1 } }); return seen`,
    ],
  ])('from %s', async (_title, source) => {
    expect((await attack(source)).result).toEqual({ status: 'completed', value: [] });
  });

  it.each([
    ['require', `return require('fs')`, /require/],
    ['process', `return process.versions`, /process/],
    ['import()', `return await import('node:fs')`, /could not load module/],
    [
      'import() of a data address',
      `return await import('data:text/javascript,export default 1')`,
      /could not load module/,
    ],
    ['import() of a file', `return await import('/etc/passwd')`, /could not load module/],
    ['callee', `return (function () { return arguments.callee.caller })()`, /./],
  ])('%s does not exist', async (_title, source, message) => {
    expect((await attack(source)).result).toMatchObject({
      status: 'failed',
      fault: 'exception',
      message: expect.stringMatching(message),
    });
  });

  it.each([
    ['an import statement', `import fs from 'node:fs'; return fs`],
    ['closing the function it stands in', `}); globalThis.x = 1; (async function () {`],
    ['closing it inside an expression', `}, async function () {`],
    ['a with statement', `with (params) { return name }`],
    ['a comment of a web page', `<!-- x\nreturn 1 }) //`],
  ])('%s does not parse', async (_title, source) => {
    expect((await attack(source)).result).toMatchObject({ status: 'failed', fault: 'syntax' });
  });
});

describe('pollution stays inside', () => {
  it.each([
    [
      'prototypes',
      `Object.prototype.polluted = 1; Array.prototype.push = () => 7; Promise.prototype.then = () => 8; return 1`,
    ],
    ['JSON.stringify', `JSON.stringify = () => '{"__proto__": {"polluted": 1}}'; return 1`],
    [
      'Map and WeakMap',
      `Map.prototype.get = () => ({ resolve() {}, reject() {} }); WeakMap.prototype.get = () => 1; return 1`,
    ],
    [
      'a returned __proto__ member',
      `return JSON.parse('{"__proto__": {"polluted": 1}, "a": {"__proto__": {"polluted": 1}}}') && 1`,
    ],
    ['a returned constructor member', `return ({ constructor: { prototype: { polluted: 1 } } }) && 1`],
  ])('of %s', async (_title, source) => {
    expect((await attack(source)).result).toEqual({ status: 'completed', value: 1 });
  });

  it('members named __proto__ neither return nor reach a host function', async () => {
    const source = `const bad = JSON.parse('{"a": 1, "__proto__": {"polluted": 1}}'); await page.click(bad, [bad]); return bad`;
    const { got, result } = await attack(source);
    expect(result).toEqual({ status: 'completed', value: { a: 1 } });
    expect(got).toEqual([[{ a: 1 }, [{ a: 1 }]]]);
    expect(Object.getPrototypeOf((got[0] as JsonValue[])[0])).toBe(Object.prototype);
  });

  it('globals with hostile names change nothing', async () => {
    const globals = JSON.parse('{"__proto__": {"polluted": 1}, "Object": 5, "undefined": 6, "a": 1}');
    const { result } = await attack('return [typeof Object, typeof undefined, a, typeof polluted]', {
      globals,
    });
    expect(result).toEqual({ status: 'completed', value: ['function', 'undefined', 1, 'undefined'] });
  });

  it('nothing is left for the next program', async () => {
    await attack('globalThis.left = 1; Object.prototype.left = 2; return 1');
    expect((await attack('return [typeof left, typeof ({}).left]')).result).toEqual({
      status: 'completed',
      value: ['undefined', 'undefined'],
    });
  });

  it.each([
    'params = 1',
    'globalThis.params = 1',
    'delete globalThis.page',
    'page.click = 1',
    'console = {}',
  ])('constants cannot be changed: %s', async (source) => {
    const { result } = await attack(source);
    expect(result).toMatchObject({ status: 'failed', fault: 'exception', error: { name: 'TypeError' } });
  });
});

describe('endless work ends at the time limit', () => {
  it.each([
    ['a loop', `for (;;) {}`],
    ['a loop that catches everything', `for (;;) { try { for (;;) {} } catch {} finally { continue } }`],
    ['a loop of promises', `for (;;) await null`],
    [
      'a chain of promises',
      `const f = () => { Promise.resolve().then(f) }; f(); await new Promise(() => {})`,
    ],
    ['a generator', `function* g() { for (;;) yield 1 } for (const x of g()) {} `],
    ['an async generator', `async function* g() { for (;;) yield 1 } for await (const x of g()) {}`],
    ['a regular expression', `return /^(a+)+$/.test('a'.repeat(50) + 'b')`],
    ['a sort', `return [3, 2, 1].sort(() => { for (;;) {} })`],
    ['a getter of the returned value', `return { get a() { for (;;) {} } }`],
    ['a proxy as the returned value', `return new Proxy({}, { ownKeys() { for (;;) {} } })`],
    ['a toJSON of the returned value', `return { toJSON() { for (;;) {} } }`],
    ['a thenable as the returned value', `return { then() { for (;;) {} } }`],
    ['a getter of what is thrown', `throw { get message() { for (;;) {} } }`],
    ['a toString in the console', `console.log({ toJSON() { for (;;) {} } })`],
    ['a toJSON given to a host function', `await echo({ toJSON() { for (;;) {} } })`],
    ['a join over a long array', `const a = []; a.length = 4294967295; return a.join('')`],
    ['a loop in a finally', `try { return 1 } finally { for (;;) {} }`],
    ['a loop after a host function', `await echo(1); for (;;) {}`],
    ['a static block', `class A { static { for (;;) {} } }`],
  ])('%s', async (_title, source) => {
    const { result } = await attack(source, { limits: { timeMs: 100 } });
    expect(result).toMatchObject({ status: 'timed_out', message: expect.stringMatching(/100 ms/) });
  });
});

describe('memory and stack bombs end at a limit', () => {
  it.each([
    ['typed arrays', `const all = []; for (;;) all.push(new Uint8Array(1e6))`, 'memory'],
    ['one array buffer', `return new ArrayBuffer(1e9).byteLength`, 'memory'],
    ['a map', `const m = new Map(); for (let i = 0; ; i++) m.set(i, { i })`, 'memory'],
    ['closures', `let f = () => 1; for (;;) { const g = f; f = () => g }`, 'memory'],
    ['promises', `const all = []; for (;;) all.push(new Promise(() => {}))`, 'memory'],
    ['promises that wait for each other', `const f = () => Promise.resolve().then(f); await f()`, 'memory'],
    ['a bigint', `let n = 2n ** 4096n; for (;;) n *= n`, null],
    ['repeat', `return 'x'.repeat(2 ** 28)`, 'memory'],
    ['a big array from a length', `return Array.from({ length: 1e9 })`, 'memory'],
    ['a replace that doubles', `let s = 'aa'; for (;;) s = s.replaceAll('a', 'aa')`, null],
    [
      'JSON that doubles when it is written',
      `let b = ['x'.repeat(1000)]; for (let i = 0; i < 40; i++) b = [b, b]; return b`,
      'memory',
    ],
    ['recursion', `const f = () => f() + 1; return f()`, 'stack'],
    ['recursion of async functions', `const f = async () => { await f() }; return await f()`, 'stack'],
    ['recursion of a proxy', `const p = new Proxy({}, { get: (t, k, r) => r[k] }); return p.x`, 'stack'],
    ['recursion of a getter', `const o = { get a() { return this.a } }; return o.a`, 'stack'],
    ['text nested too deeply for eval', `return eval('['.repeat(1e5))`, 'stack'],
  ])('%s', async (_title, source, fault) => {
    const { result } = await attack(source);
    expect(result).toMatchObject({ status: 'failed', ...(fault === null ? {} : { fault }) });
  });

  // Up to half a minute each.
  it.each([
    [
      'text',
      `let s = 'x'; const all = []; for (;;) { s += 'y'.repeat(1e5); all.push(s + all.length) }`,
      'memory',
    ],
    ['arrays', `const all = []; for (;;) all.push(new Array(1e4).fill(all))`, 'memory'],
    ['a set of symbols', `const s = new Set(); for (;;) s.add(Symbol('x'.repeat(1000)))`, 'memory'],
    ['a value nested too deeply', `let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a`, 'stack'],
  ])('%s, slowly', { tags: ['extended'] }, async (_title, source, fault) => {
    expect((await attack(source)).result).toMatchObject({ status: 'failed', fault });
  });

  it.each([
    ['a returned value', `let a = []; for (let i = 0; i < 2000; i++) a = [a]; return a`, 'value'],
    [
      'an argument of a host function',
      `let a = {}; for (let i = 0; i < 2000; i++) a = { a }; await page.click(a)`,
      'exception',
    ],
    ['an argument of an ending', `let a = []; for (let i = 0; i < 2000; i++) a = [a]; stop(a)`, 'value'],
  ])('%s that is nested too deeply for the host is refused', async (_title, source, fault) => {
    const { got, result } = await attack(source);
    expect(result).toMatchObject({
      status: 'failed',
      fault,
      message: expect.stringContaining('deeper than 500'),
    });
    expect(got).toEqual([]);
  });

  it('a program that catches that its memory is used up can do no more with it', async () => {
    const source = `let n = 0; for (;;) { try { const a = []; for (;;) a.push(new Uint8Array(1e6)) } catch { if (++n > 3) return n } }`;
    expect((await attack(source)).result).toEqual({ status: 'completed', value: 4 });
  });
});

describe('floods of output end at a limit', () => {
  it.each([
    ['the console', `for (;;) console.log('x'.repeat(1000))`],
    ['empty lines of the console', `for (;;) console.log()`],
    ['a few long lines of the console', `for (let n = 0; n < 3; n += 1) console.log('x'.repeat(400_000))`],
    ['a returned value', `return 'x'.repeat(2e6)`],
    ['arguments of host functions', `for (;;) await page.click('x'.repeat(1000))`],
    ['one big argument', `await page.click('x'.repeat(2e6))`],
    ['arguments of an ending', `stop('x'.repeat(2e6))`],
  ])('%s', async (_title, source) => {
    const { result } = await attack(source, { limits: { outputBytes: 1e6 } });
    expect(result).toMatchObject({
      status: 'failed',
      fault: 'output',
      message: expect.stringMatching(/1000000 bytes/),
    });
  });

  it('calls of host functions without number are refused inside', async () => {
    const { result } = await attack(
      'for (;;) { const call = page.click(1); await Promise.race([call, null]); }',
      {
        hostFunctions: {
          page: {
            click: (_args, { signal }) =>
              new Promise((_, reject) => signal.addEventListener('abort', reject)),
          },
        },
        limits: { pendingCalls: 10 },
      },
    );
    expect(result).toMatchObject({
      fault: 'exception',
      error: { name: 'RangeError', message: expect.stringMatching(/while 10 calls/) },
    });
  });

  it('what is thrown is cut', async () => {
    const { result } = await attack(
      `throw Object.assign(new Error('x'.repeat(1e5)), { name: 'y'.repeat(1e5), stack: 'z'.repeat(1e5) })`,
    );
    expect(result).toMatchObject({
      fault: 'exception',
      error: { name: 'y'.repeat(100), message: 'x'.repeat(2000) },
    });
  });
});

describe('host functions get plain data', () => {
  it.each([
    ['a cycle', `const a = {}; a.a = a; await page.click(a)`],
    ['a bigint', `await page.click(1n)`],
    [
      'a revoked proxy',
      `const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); await page.click(proxy)`,
    ],
    ['a getter that throws', `await page.click({ get a() { throw new TypeError('x') } })`],
  ])('%s is refused inside', async (_title, source) => {
    const { got, result } = await attack(source);
    expect(result).toMatchObject({
      fault: 'exception',
      error: { name: 'TypeError', message: expect.stringMatching(/must be JSON/) },
    });
    expect(got).toEqual([]);
  });

  it('functions, symbols and thenables arrive as nothing', async () => {
    const { got } = await attack(
      `await page.click(() => 1, Symbol('x'), { then(f) { f(1) } }, undefined, NaN)`,
    );
    expect(got).toEqual([[null, null, {}, null, null]]);
  });

  it('a program that answers for the host changes only itself', async () => {
    const source = `Promise.prototype.then = function (f) { f({ hacked: true }); return this }; return await echo(1)`;
    expect((await attack(source)).result).toMatchObject({ status: 'completed' });
  });

  it('nothing after an exit function is executed, whatever catches it', async () => {
    const source = `try { stop('a', { b: 1 }) } catch {} finally { page.click(1) } await page.click(2)`;
    const { got, result } = await attack(source);
    expect(result).toEqual({ status: 'ended', by: 'stop', args: ['a', { b: 1 }] });
    expect(got).toEqual([]);
  });
});

describe('no path of the host is told', () => {
  it.each([
    ['a stack', `return new Error('x').stack`],
    [
      'a stack inside a host function',
      `return await fails().catch((e) => e.stack + e.message + Object.getOwnPropertyNames(e).map((n) => e[n]).join())`,
    ],
    ['the text of a host function', `return String(page.click) + String(console.log)`],
    ['a loader of modules', `return await import('./threads/thread.ts').catch((e) => e.stack + e.message)`],
  ])('by %s', async (_title, source) => {
    const { result } = await attack(source);
    expect(result.status).toBe('completed');
    const text = JSON.stringify(result);
    expect(text).not.toContain(process.cwd());
    expect(text).not.toMatch(/file:|node_modules|packages\/|\/home\//);
    for (const [path] of text.matchAll(/\/[\w./-]{3,}/g)) expect(existsSync(path), path).toBe(false);
  });
});

it('TypeScript that takes for ever to read ends by its time', async () => {
  const { result } = await attack('f<T>('.repeat(40), { language: 'typescript', limits: { timeMs: 500 } });
  expect(result).toMatchObject({ status: 'timed_out' });
});
