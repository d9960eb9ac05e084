import { isDeepStrictEqual } from 'node:util';
import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultDelimiters, Environment, TemplateError } from './index.ts';
import { type PrintOptions, printExpression, printTemplate } from './print-template.ts';
import type {
  Arguments,
  Call,
  Data,
  Expression,
  FilterNode,
  Node,
  Output,
  Parameter,
  Slice,
  Statement,
  Target,
  TemplateNode,
} from './syntax/node.ts';
import { children } from './syntax/node-children.ts';
import { allCases } from './testing/all-cases.ts';
import { caseAnswers } from './testing/case-answers.ts';

const at = 0;
const seed = 20_240_601;

describe('a printed tree', () => {
  it('is read as the same tree, whatever the tree and the options', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(template, printOptions, (tree, options) => {
        addKinds(tree, seen);
        expectSameTree(tree, options);
      }),
      { seed, numRuns: 2_000 },
    );
    expect(seen.size).toBe(41);
  });

  it('of every case is read as the same tree, and prints the same', () => {
    const cases = allCases();
    const printed = cases.map((one) => {
      const { trim_blocks, lstrip_blocks, keep_trailing_newline } = one.options ?? {};
      const options = {
        trimBlocks: trim_blocks === true,
        lstripBlocks: lstrip_blocks === true,
        keepTrailingNewline: keep_trailing_newline === true,
      };
      const tree = parsed(one.template, options);
      if (tree === null) return one;
      expectSameTree(tree, options);
      return { ...one, template: printTemplate(tree, options) };
    });
    const place = / \d+:\d+ /;
    const answers = (of: typeof cases) => caseAnswers(of).map((answer) => answer.replace(place, ' '));
    expect(answers(printed)).toEqual(answers(cases));
  });

  it('of random words is read as the same tree, when they are a template at all', () => {
    let trees = 0;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 7 }), (chosen) => {
        const tree = parsed(`{{ ${chosen.join(' ')} }}`);
        if (tree === null) return;
        trees += 1;
        expectSameTree(tree);
      }),
      { seed, numRuns: 20_000 },
    );
    expect(trees).toBeGreaterThan(1_000);
  });
});

describe('printTemplate', () => {
  const print = (source: string, options: PrintOptions = {}) =>
    printTemplate(environment(options).parse(source), options);

  it.each([
    ['{{((a))+(b*c)}}', '{{ a + b * c }}'],
    [
      '{{(a+b)*c}}{{a-(b-c)}}{{(2**3)**2}}{{2**(3**2)}}',
      '{{ (a + b) * c }}{{ a - (b - c) }}{{ 2 ** 3 ** 2 }}{{ 2 ** (3 ** 2) }}',
    ],
    ['{{ -(x|abs)}}{{(-x)|abs}}{{(-x).y}}', '{{ -(x|abs) }}{{ -x|abs }}{{ (-x).y }}'],
    ['{{not(a in b)}}{{a not in b}}{{(not a)in b}}', '{{ not a in b }}{{ a not in b }}{{ (not a) in b }}'],
    ['{{not x is y}}{{ x is divisibleby 3 }}', '{{ x is not y }}{{ x is divisibleby(3) }}'],
    [
      '{{(x is y)is z}}{{(x is y)if z}}{{x is y or z}}',
      '{{ x is y() is z }}{{ x is y() if z }}{{ x is y or z }}',
    ],
    ['{{(x|f)(1)}}{{(x|f)[0]}}{{x|f()(1)}}', '{{ x|f()(1) }}{{ (x|f)[0] }}{{ x|f()(1) }}'],
    [
      '{{(a if b else c)if d else e}}{{a if b else(c if d)}}',
      '{{ (a if b else c) if d else e }}{{ a if b else c if d }}',
    ],
    [`{{ 'a"b' }}{{ "it's" }}{{ 'a\\\n\\\\\\x07' }}`, `{{ 'a"b' }}{{ "it's" }}{{ "a\\\\\\x07" }}`],
    ['{{ 1e3 }}{{ 1e999 }}{{ 0x10 }}{{ 1_0 }}{{ x.0 }}', '{{ 1000.0 }}{{ 1e999 }}{{ 16 }}{{ 10 }}{{ x[0] }}'],
    [
      '{% for a,b in (recursive)if(c is d)recursive %}{% endfor %}',
      '{% for a, b in (recursive) if c is d() recursive %}{% endfor %}',
    ],
    ['{% for (in) in x %}{% endfor %}', '{% for (in) in x %}{% endfor %}'],
    ['{% call () (x|f)(1) %}{% endcall %}', '{% call x|f()(1) %}{% endcall %}'],
    ['{% print a, b %}{{ c }}{% print %}a', '{{ a }}{{ b }}{% print c %}{% print %}a'],
    ['a {#- note -#} b{# #}{{ c }}', 'a{# #}b{{ c }}'],
    [
      '{% raw %}{{ a }}{% endraw %}{ {#- #}{% if a %}{% endif %}',
      '{% raw %}{{ a }}{% endraw %}{% raw %}{{% endraw %}{% if a %}{% endif %}',
    ],
    ['a\n\n', 'a\n\n'],
  ])('prints %j as %j', (source, wanted) => {
    expect(print(source)).toBe(wanted);
  });

  it('keeps whitespace from the options that trim it', () => {
    const source = '  {%+ if a +%}\n  b\n  {%+ endif +%}\n';
    const options = { trimBlocks: true, lstripBlocks: true, keepTrailingNewline: true };
    expect(print(source, options)).toBe('  {%+ if a +%}\n  b\n  {%+ endif +%}\n');
    expect(print('\n{% if a %}\nb\n{% endif %}\n', options)).toBe('\n{% if a %}b\n{% endif %}');
  });

  it('uses the delimiters that it is given', () => {
    const delimiters = { blockStart: '<%', blockEnd: '%>', variableStart: '$(', variableEnd: ')' };
    const source = '<% if a %>{{ $( f((1), 2) )<% endif %>';
    expect(print(source, { delimiters })).toBe('<% if a %>{{ $( f(1, 2) )<% endif %>');
  });

  it('refuses a tree that is too deep for the stack', () => {
    let value: Expression = { kind: 'name', name: 'a', at };
    for (let depth = 0; depth < 100_000; depth += 1)
      value = { kind: 'unary', operator: '-', operand: value, at };
    expect(() => printExpression(value)).toThrow(TemplateError);
  });
});

function environment(options: PrintOptions = {}): Environment {
  return new Environment({ ...options, extensions: ['do', 'loopcontrols'], limits: { parserDepth: 10_000 } });
}

function parsed(source: string, options: PrintOptions = {}): TemplateNode | null {
  try {
    return environment(options).parse(source);
  } catch (error) {
    if (error instanceof TemplateError) return null;
    throw error;
  }
}

function expectSameTree(tree: TemplateNode, options: PrintOptions = {}): void {
  const text = printTemplate(tree, options);
  const wanted = withoutOffsets(tree);
  const found = withoutOffsets(environment(options).parse(text));
  if (!isDeepStrictEqual(found, wanted)) expect(found, text).toEqual(wanted);
}

function withoutOffsets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOffsets);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => name !== 'at');
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutOffsets(inner)]));
}

function addKinds(node: Node, kinds: Set<string>): void {
  kinds.add(node.kind);
  for (const child of children(node)) addKinds(child, kinds);
}

// Words that make the grammar go wrong where they may stand as names.
const words = [
  ...['a', 'b', 'if', 'else', 'is', 'not', 'in', 'and', 'or', 'none', '1', '2.5', '"s"', '|', '.', ',', ':'],
  ...['(', ')', '[', ']', '{', '}', '+', '-', '*', '**', '//', '%', '~', '<', '==', '='],
];

// Trees as `parse` gives them

const keywords = [
  'if',
  'in',
  'is',
  'else',
  'or',
  'and',
  'recursive',
  'as',
  'with',
  'context',
  'import',
  'ignore',
];
const name = fc.constantFrom('a', 'b', 'user', '_x1', 'größe', '変数', 'e5', ...keywords);
const dottedName = fc.array(name, { minLength: 1, maxLength: 2 }).map((parts) => parts.join('.'));
const plainName = fc.constantFrom('upper', 'defined', 'f');

function node<K extends string, T extends object>(
  kind: K,
  fields: { [P in keyof T]: Arbitrary<T[P]> },
): Arbitrary<{ kind: K; at: number } & T> {
  return fc.record(fields).map((rest) => ({ kind, ...rest, at }) as { kind: K; at: number } & T);
}

const literal = node('literal', {
  value: fc.oneof(
    fc.constantFrom(null, true, false),
    fc.nat(),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 90n }),
    fc.constant(16n ** 4_200n),
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.string({
      unit: fc.constantFrom('"', "'", '\\', '\n', '\r', '\t', '\x00', '\ud800', '}}', '%}', 'n', 'x', '1'),
    }),
  ),
});
const float = node('float', {
  value: fc.oneof(
    fc.double({ min: 0, noNaN: true }).map((value) => (value === 0 ? 0 : value)),
    fc.constantFrom(0, 1, 1e21, 1e-7, Number.POSITIVE_INFINITY),
  ),
});

const few = { maxLength: 3 };

const expression: Arbitrary<Expression> = fc.letrec<{ expression: Expression; args: Arguments }>((tie) => {
  const inner = tie('expression');
  const test = node('test', { name: fc.oneof(plainName, dottedName), input: inner, args: tie('args') });
  const maybe = fc.option(inner);
  const slice: Arbitrary<Slice> = node('slice', { start: maybe, stop: maybe, step: maybe });
  return {
    expression: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      node('name', { name }),
      literal,
      float,
      node('tuple', { items: fc.array(inner, few) }),
      node('list', { items: fc.array(inner, few) }),
      node('dict', { entries: fc.array(fc.record({ key: inner, value: inner }), few) }),
      node('unary', { operator: fc.constantFrom('not', '-', '+'), operand: fc.oneof(inner, test) }),
      node('binary', {
        operator: fc.constantFrom('+', '-', '*', '/', '//', '%', '**'),
        left: inner,
        right: inner,
      }),
      node('logical', { operator: fc.constantFrom('and', 'or'), left: inner, right: inner }),
      node('compare', {
        first: inner,
        rest: fc.array(
          fc.record({
            operator: fc.constantFrom('==', '!=', '<', '<=', '>', '>=', 'in', 'not in'),
            value: inner,
          }),
          { minLength: 1, maxLength: 3 },
        ),
      }),
      node('concat', { parts: fc.array(inner, { minLength: 2, maxLength: 3 }) }),
      node('conditional', { test: inner, value: inner, otherwise: maybe }),
      node('member', { object: inner, name }),
      node('item', { object: inner, key: fc.oneof(inner, slice) }),
      node('call', { callee: inner, args: tie('args') }),
      node('filter', { name: fc.oneof(plainName, dottedName), input: inner, args: tie('args') }),
      test,
    ) as Arbitrary<Expression>,
    args: fc.oneof(
      { depthSize: 'small' },
      fc.constant({ positional: [], named: [], spread: null, spreadNamed: null }),
      fc.record({
        positional: fc.array(inner, few),
        named: fc.array(fc.record({ name, value: inner }), few),
        spread: fc.option(inner),
        spreadNamed: fc.option(inner),
      }),
    ),
  };
}).expression;

const args = fc.record({
  positional: fc.array(expression, few),
  named: fc.constant([]),
  spread: fc.constant(null),
  spreadNamed: fc.constant(null),
});
const call: Arbitrary<Call> = node('call', { callee: expression, args });
const blockFilter: Arbitrary<FilterNode> = fc
  .array(fc.record({ name: fc.oneof(plainName, dottedName), args }), { minLength: 1, maxLength: 2 })
  .map(([first, second]) => {
    const inner: FilterNode = { kind: 'filter', name: first!.name, input: null, args: first!.args, at };
    return second === undefined ? inner : { kind: 'filter', ...second, input: inner, at };
  });

const nameTarget = node('name-target', { name });
const nestedTarget: Arbitrary<Target> = fc.letrec<{ target: Target }>((tie) => ({
  target: fc.oneof(
    { depthSize: 'small' },
    nameTarget,
    node('tuple-target', { items: fc.array(tie('target'), few) }),
  ),
})).target;
const setItem: Arbitrary<Target> = fc.oneof(nestedTarget, node('namespace-target', { name, member: name }));
const setTarget: Arbitrary<Target> = fc.oneof(
  setItem,
  node('tuple-target', { items: fc.array(setItem, { minLength: 2, maxLength: 3 }) }),
);

const parameters: Arbitrary<Parameter[]> = fc
  .tuple(fc.array(name, few), fc.array(fc.record({ name, defaultValue: expression }), few))
  .map(([required, optional]) => [
    ...required.map((name) => ({ name, defaultValue: null, at })),
    ...optional.map((one) => ({ ...one, at })),
  ]);

const texts = ['a', ' ', '\n', '\t', '  ', '{', '}', '%', '#', '-', '+', '{{', '{%', '{#', '#}', '}}', '%}'];
const marks = [
  '<%',
  '<',
  '%>',
  '<!--',
  '-->',
  '##',
  '# set',
  'raw',
  'endraw',
  '{% raw %}',
  '\n  ',
  '\n\n',
  '😀',
];
const endRaw = /(?:\{%|<%)[-+]?\s*endraw\s*[-+]?(?:%\}|%>)/;
const data: Arbitrary<Data> = node('data', {
  text: fc
    .array(fc.constantFrom(...texts, ...marks), { minLength: 1, maxLength: 5 })
    .map((parts) => parts.join(''))
    .filter((text) => !endRaw.test(text)),
});
const blank: Arbitrary<Output> = node('output', {
  parts: fc.array(node('data', { text: fc.constantFrom(' ', '\n', '\t \n ') }), {
    minLength: 1,
    maxLength: 2,
  }),
});
const output: Arbitrary<Output> = node('output', {
  parts: fc.array(fc.oneof(data, expression), { maxLength: 4 }),
});

const body: Arbitrary<Statement[]> = fc.letrec<{ body: Statement[]; statement: Statement }>((tie) => {
  const inner = tie('body');
  const flag = fc.boolean();
  const importedName = name.filter((one) => !one.startsWith('_'));
  return {
    body: fc.array(tie('statement'), { maxLength: 4, depthIdentifier: 'body' }).map(apart),
    statement: fc.oneof(
      { depthSize: 'small', maxDepth: 3, depthIdentifier: 'body' },
      output,
      node('set', { target: setTarget, value: expression }),
      node('extends', { template: expression }),
      node('include', { template: expression, ignoreMissing: flag, withContext: flag }),
      node('import', { template: expression, target: name, withContext: flag }),
      node('from-import', {
        template: expression,
        names: fc.array(fc.record({ name: importedName, alias: name }), few),
        withContext: flag,
      }),
      node('do', { value: expression }),
      node('break', {}),
      node('continue', {}),
      node('if', {
        branches: fc.array(fc.record({ test: expression, body: inner }), { minLength: 1, maxLength: 2 }),
        otherwise: inner,
      }),
      node('for', {
        target: nestedTarget,
        iterable: expression,
        test: fc.option(expression),
        recursive: flag,
        body: inner,
        otherwise: inner,
      }),
      node('set-block', { target: setTarget, filter: fc.option(blockFilter), body: inner }),
      node('with', {
        bindings: fc.array(fc.record({ target: nestedTarget, value: expression }), few),
        body: inner,
      }),
      node('macro', { name, parameters, body: inner }),
      node('call-block', { call, parameters, body: inner }),
      node('filter-block', { filter: blockFilter, body: inner }),
      node('autoescape', { value: expression, body: inner }),
      node('block', { name, scoped: flag, required: fc.constant(false), body: inner }),
      node('block', {
        name,
        scoped: flag,
        required: fc.constant(true),
        body: fc.array(blank, { maxLength: 1 }),
      }),
    ) as Arbitrary<Statement>,
  };
}).body;

const template: Arbitrary<TemplateNode> = node('template', { body });

/** Text after text is one output: two outputs stand side by side only when one of them was a `print`. */
function apart(statements: readonly Statement[]): Statement[] {
  const hasText = (one: Statement | undefined) =>
    one?.kind === 'output' && one.parts.some(({ kind }) => kind === 'data');
  return statements.filter((one, index) => !(hasText(one) && hasText(statements[index - 1])));
}

const printOptions: Arbitrary<PrintOptions> = fc.record({
  trimBlocks: fc.boolean(),
  lstripBlocks: fc.boolean(),
  keepTrailingNewline: fc.boolean(),
  delimiters: fc.constantFrom(
    defaultDelimiters,
    { ...defaultDelimiters, lineStatementPrefix: '#', lineCommentPrefix: '##' },
    {
      ...{ blockStart: '<%', blockEnd: '%>', variableStart: '<%=', variableEnd: '%>' },
      ...{ commentStart: '<!--', commentEnd: '-->', lineStatementPrefix: '%' },
    },
  ),
});
