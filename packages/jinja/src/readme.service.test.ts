import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { builtInGlobals } from './built-in-globals.ts';
import { builtInTests } from './built-in-tests.ts';
import { builtInFilters } from './filters/built-in-filters.ts';
import * as jinja from './index.ts';
import { bytesMethods } from './methods/bytes-methods.ts';
import { dateMethods, dateTimeMethods, timeDeltaMethods, timeMethods } from './methods/date-methods.ts';
import { dictMethods } from './methods/dict-methods.ts';
import { listMethods, tupleMethods } from './methods/list-methods.ts';
import { markupMethods } from './methods/markup-methods.ts';
import { floatMethods, integerMethods } from './methods/number-methods.ts';
import { rangeMethods } from './methods/range-methods.ts';
import { setMethods, viewMethods } from './methods/set-methods.ts';
import { stringCase } from './methods/string-case.ts';
import { stringSearch } from './methods/string-search.ts';
import { stringShape } from './methods/string-shape.ts';
import { stringSplit } from './methods/string-split.ts';
import { settingsFrom } from './options.ts';
import * as parsing from './parse-template.ts';
import { children } from './syntax/node-children.ts';
import { codeBlocks, codeSpans, section, tableRows } from './testing/markdown.ts';
import type { Native, NativeTable } from './value/native-function.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const rowsOf = (heading: string) => tableRows(section(readme, heading));
const { Environment } = jinja;
const everything = new Environment({
  extensions: ['do', 'loopcontrols'],
  loader: () => '',
});

describe('the examples of the README', () => {
  const blocks = codeBlocks(readme, 'ts');

  it.each(blocks.map((block, index) => [index + 1, block] as const))(
    'number %i runs and answers what its comments say',
    (_number, block) => {
      const { program, checks } = checked(block);
      expect(checks).toBeGreaterThan(1);
      const { status, stderr } = spawnSync(
        process.execPath,
        ['--input-type=module-typescript', '-e', program],
        {
          cwd: fileURLToPath(new URL('..', import.meta.url)),
          encoding: 'utf8',
        },
      );
      expect(status, stderr).toBe(0);
    },
  );

  it('of expressions have the values beside them', () => {
    for (const [example = '', value = ''] of rowsOf('### Expressions')) {
      const [source] = codeSpans(example);
      expect(everything.compile(`{{ ${source} }}`).render(), source).toBe(codeSpans(value)[0]);
    }
  });

  it('of statements and expressions are read, and show every kind of node', () => {
    const statements = rowsOf('### Statements').flatMap(([, example = '']) =>
      codeSpans(example).filter((code) => code.startsWith('{')),
    );
    const expressions = rowsOf('### Expressions').map(([example = '']) => `{{ ${codeSpans(example)[0]} }}`);
    const kinds = new Set(
      [...statements, ...expressions].flatMap((source) => kindsIn(everything.parse(source))),
    );
    expect(kinds).toEqual(new Set(Object.keys(allKinds)));
  });
});

describe('the tables of the README', () => {
  it('of limits have the names and numbers of defaultLimits', () => {
    const limits = rowsOf('## Limits').map(([name = '', number = '']) => [
      codeSpans(name)[0],
      Number(number.replaceAll(',', '')),
    ]);
    expect(Object.fromEntries(limits)).toEqual(jinja.defaultLimits);
  });

  it('of options have the names and defaults of the settings', () => {
    const { undefinedKind, delimiters, limits, extensions, now, random, ...rest } = settingsFrom({});
    expect(delimiters).toEqual(jinja.defaultDelimiters);
    expect(limits).toEqual(jinja.defaultLimits);
    expect([typeof now, random]).toEqual(['function', Math.random]);
    const plain = { ...rest, undefined: undefinedKind, extensions: [...extensions] };
    const wanted = new Map<string, string>([
      ...Object.entries(plain).map(([name, value]) => [name, JSON.stringify(value)] as const),
      ...(['delimiters', 'limits'] as const).map(
        (name) => [name, `default${name.charAt(0).toUpperCase()}${name.slice(1)}`] as const,
      ),
      ['now', 'performance.now'],
      ['random', 'Math.random'],
    ]);
    const found = rowsOf('### Options').map(([name = '', value = '']) => [
      codeSpans(name)[0],
      codeSpans(value)[0],
    ]);
    expect(new Map(found as [string, string][])).toEqual(wanted);
  });

  it('of methods and exports have the names that there are', () => {
    const own = Object.getOwnPropertyNames(Environment.prototype).filter((name) => name !== 'constructor');
    expect(namesIn('### Methods of an environment').sort()).toEqual(own.sort());
    const exported = Object.keys(jinja).filter((name) => name !== 'Environment');
    expect(namesIn('### Other exports').sort()).toEqual(exported.sort());
    const parsers = Object.keys(parsing).filter((name) => name !== 'TemplateError');
    expect(namesIn('### Parsing alone').sort()).toEqual(parsers.sort());
  });

  it('of filters have their names, aliases and parameters', () => {
    expect(signatures('### Filters')).toEqual(signaturesOf(builtInFilters));
    expect(aliases('### Filters')).toEqual(aliasesOf(builtInFilters));
  });

  it('of filters have their defaults: written out, they change nothing', () => {
    const evaluate = (source: string) => everything.compileExpression(source).evaluate();
    const tried = rowsOf('### Filters').flatMap(([cell = '']) => {
      const code = codeSpans(cell)[0] ?? '';
      const defaults = Array.from(code.matchAll(/\w+=[^,)]+/g), ([text]) => text);
      if (defaults.length === 0) return [];
      const [name = ''] = namesOf(cell);
      const { value = '', given = [] } = filterSamples[name] ?? {};
      for (const text of defaults) {
        const call = (...args: readonly string[]) => `${value}|${name}(${args.join(', ')})`;
        expect(evaluate(call(...given, text)), text).toEqual(evaluate(call(...given)));
      }
      return [name];
    });
    expect(tried).toEqual(Object.keys(filterSamples));
  });

  it('of tests have their names, aliases and parameters', () => {
    expect(signatures('### Tests')).toEqual(signaturesOf(builtInTests));
    expect(aliases('### Tests')).toEqual(aliasesOf(builtInTests));
  });

  it('of globals have their names', () => {
    expect(namesIn('### Globals').sort()).toEqual([...builtInGlobals.keys()].sort());
  });

  it('of methods have the names of every type', () => {
    const text = new Map([...stringCase, ...stringSearch, ...stringSplit, ...stringShape]);
    const tables: Readonly<Record<string, NativeTable>> = {
      str: text,
      markup: new Map([...markupMethods(text)].filter(([name]) => !text.has(name))),
      list: listMethods,
      tuple: tupleMethods,
      dict: dictMethods,
      range: rangeMethods,
      dict_keys: viewMethods,
      dict_items: viewMethods,
      set: setMethods,
      int: integerMethods,
      float: floatMethods,
      bytes: bytesMethods,
      datetime: dateTimeMethods,
      date: dateMethods,
      time: timeMethods,
      timedelta: timeDeltaMethods,
    };
    const found = rowsOf('### Methods').map(([type = '', names = '']) => [
      type,
      codeSpans(names)[0]?.split(' '),
    ]);
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(Object.entries(tables).map(([type, table]) => [type, [...table.keys()].sort()])),
    );
  });
});

const filterSamples: Readonly<
  Record<string, { readonly value: string; readonly given?: readonly string[] }>
> = {
  batch: { value: 'range(5)', given: ['2'] },
  center: { value: '"a"' },
  default: { value: 'missing' },
  dictsort: { value: '{"b": 1, "A": 2, "a": 0}' },
  filesizeformat: { value: '1500' },
  float: { value: '"x"' },
  groupby: { value: '[{"a": "b"}, {"a": "B"}]', given: ['"a"'] },
  indent: { value: '"a\\n\\nb"' },
  int: { value: '"x"' },
  join: { value: '[1, 2]' },
  max: { value: '["a", "B"]' },
  min: { value: '["a", "B"]' },
  replace: { value: '"aaa"', given: ['"a"', '"b"'] },
  round: { value: '2.567' },
  slice: { value: 'range(5)', given: ['2'] },
  sort: { value: '["b", "A"]' },
  sum: { value: '[1, 2]' },
  tojson: { value: '[1, {"a": 1}]' },
  trim: { value: '" \\t a "' },
  truncate: { value: '("ab cd " * 43)' },
  unique: { value: '["a", "A"]' },
  urlize: { value: '"see http://example.com/a?b=c or mailto:x@y.zz"' },
  wordwrap: { value: '("well-being " * 20 ~ "x" * 100)' },
  xmlattr: { value: '{"a": 1}' },
};

const allKinds: Readonly<Record<Exclude<jinja.Node['kind'], 'data'>, true>> = {
  ...{ template: true, literal: true, float: true, name: true, tuple: true, list: true, dict: true },
  ...{ unary: true, binary: true, logical: true, compare: true, concat: true, conditional: true },
  ...{ member: true, item: true, slice: true, call: true, filter: true, test: true },
  ...{ 'name-target': true, 'tuple-target': true, 'namespace-target': true },
  ...{ output: true, if: true, for: true, set: true, 'set-block': true, with: true, macro: true },
  ...{ 'call-block': true, 'filter-block': true, autoescape: true, block: true, extends: true },
  ...{ include: true, import: true, 'from-import': true, do: true, break: true, continue: true },
};

function kindsIn(node: jinja.Node): readonly string[] {
  return [...(node.kind === 'data' ? [] : [node.kind]), ...children(node).flatMap(kindsIn)];
}

/** The program with an assertion for each line `expression; // value`. */
function checked(block: string): { readonly program: string; readonly checks: number } {
  let checks = 0;
  const lines = block.split('\n').map((line) =>
    line.replace(/^(\S.*); \/\/ (.+)$/, (_line, expression: string, value: string) => {
      checks += 1;
      return `deepStrictEqual(${expression}, ${value});`;
    }),
  );
  return { program: `import { deepStrictEqual } from 'node:assert';\n${lines.join('\n')}`, checks };
}

/** The names that the first cells begin with. */
function namesIn(heading: string): string[] {
  return rowsOf(heading).flatMap(([cell = '']) =>
    codeSpans(cell).map((code) => /^\w+/.exec(code)?.[0] ?? ''),
  );
}

/** Parameters by name: `?` marks those with a default, and what collects the rest is left as it is. */
function signatures(heading: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    rowsOf(heading).map(([cell = '']) => {
      const [, name = '', list = ''] = /^(\w+)(?:\((.*)\))?$/.exec(codeSpans(cell)[0] ?? '') ?? [];
      return [name, list.replaceAll(/=[^,]*/g, '?')];
    }),
  );
}

function signaturesOf(table: NativeTable): Readonly<Record<string, string>> {
  return Object.fromEntries(
    ownNames(table).map(([name, { signature }]) => {
      const named = signature.parameters.slice(1).map(({ name, optional }) => (optional ? `${name}?` : name));
      const rest = [...(signature.rest ? ['*args'] : []), ...(signature.keywords ? ['**kwargs'] : [])];
      return [name, [...named, ...rest].join(', ')];
    }),
  );
}

function aliases(heading: string): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    rowsOf(heading)
      .map(([cell = '', others = '']) => [namesOf(cell)[0], namesOf(others).toSorted()] as const)
      .filter(([, others]) => others.length > 0),
  );
}

function aliasesOf(table: NativeTable): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    ownNames(table)
      .map(([name, native]) => [name, namesFor(table, native).filter((other) => other !== name)] as const)
      .filter(([, others]) => others.length > 0),
  );
}

function namesOf(cell: string): readonly string[] {
  return codeSpans(cell).map((code) => code.replace(/\(.*/, ''));
}

function namesFor(table: NativeTable, native: Native): readonly string[] {
  return [...table]
    .filter(([, other]) => other === native)
    .map(([name]) => name)
    .sort();
}

/** One entry for each native: under its own name, or under the shortest word when that is an operator. */
function ownNames(table: NativeTable): readonly (readonly [name: string, native: Native])[] {
  return [...new Set(table.values())].map((native) => {
    const names = namesFor(table, native);
    const words = names.filter((name) => /^\w+$/.test(name)).sort((a, b) => a.length - b.length);
    const { name } = native.signature;
    return [words.includes(name) ? name : (words[0] ?? name), native];
  });
}
