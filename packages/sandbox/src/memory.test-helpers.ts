import type { ProgramOptions } from './program/program.ts';

/** Programs that use as much memory as they can, by name. */
export const hostilePrograms: Readonly<Record<string, Omit<ProgramOptions, 'signal'>>> = {
  'typed arrays': { source: 'const all = []; for (;;) all.push(new Uint8Array(1e6))' },
  'small typed arrays': { source: 'const all = []; for (;;) all.push(new Uint8Array(7e4).fill(1))' },
  'a growing typed array': {
    source: 'let n = 1000; let a; for (;;) { a = new Uint8Array(n).fill(1); n = Math.floor(n * 1.1); }',
  },
  arrays: { source: 'const all = []; for (;;) all.push(new Array(1e5).fill(1))' },
  texts: { source: `const all = []; for (;;) all.push('y'.repeat(1e6) + all.length)` },
  'a text that doubles': { source: `let s = 'x'; for (;;) s += s` },
  'a replace that doubles': { source: `let s = 'aa'; for (;;) s = s.replaceAll('a', 'aa')` },
  'templates of templates': { source: `let s = 'x'.repeat(1e5); for (;;) s = \`\${s}\${s}é\`` },
  'matches of a regular expression': { source: `return 'ab'.repeat(5e6).match(/(a)(b)/g).length` },
  'JSON.parse': { source: `return JSON.parse('[' + '{"a":[1,2,3]},'.repeat(3e6) + '1]').length` },
  'eval of a long text': { source: `return (0, eval)('a => 1;'.repeat(3e6))` },
  'a map': { source: 'const m = new Map(); for (let i = 0; ; i++) m.set(i, { i })' },
  errors: { source: `const a = []; for (;;) a.push(new Error('x'.repeat(1000)))` },
  'nested arrays': { source: 'let a = []; for (;;) a = [a]' },
  recursion: { source: 'const f = (a) => f([a]) + 1; return f([])' },
  'a big result': { source: `return 'x'.repeat(16e6)` },
  'a big result of two bytes per character': { source: `return 'ā'.repeat(8e6)` },
  'a result of many shared objects': { source: 'return new Array(5e6).fill({})' },
  'arguments of many shared objects': {
    source: 'for (;;) await drop(new Array(1e6).fill({}))',
    hostFunctions: { drop: () => null },
  },
  'big answers': {
    source: 'await Promise.all(Array.from({ length: 500 }, () => big()))',
    hostFunctions: { big: () => 'x'.repeat(8e6) },
  },
  'a flood of console lines': { source: `for (;;) console.log('x'.repeat(1000))` },
  'a source of 10 MB': { source: 'a;'.repeat(5e6) },
  'a source of 1 MiB': { source: `return 1;${'a;'.repeat(5e5)}` },
};
