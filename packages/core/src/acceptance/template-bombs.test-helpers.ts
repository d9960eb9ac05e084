import type { BlockNode, Json, WorkflowDefinition } from '@runwright/contract';
import { defineBlock, RunwrightError, Type, template } from '@runwright/contract';
import {
  convertParameters,
  createTemplateScope,
  renderConfig,
  renderJson,
  renderPromptText,
  renderText,
} from '@runwright/definition';
import { Environment, TemplateError } from '@runwright/jinja';
import { conditional } from '../blocks/conditions/conditional.ts';
import { loopValues } from '../blocks/loops/loop-values.ts';
import { whileLoop } from '../blocks/loops/while-loop.ts';
import type { ChoiceContext, LoopContext } from '../registry/block-kinds.ts';
import { createRegistry } from '../registry/registry.ts';

/** A template that asks for more than its budget, and how it ends. */
export interface Bomb {
  readonly name: string;
  readonly source: string;
  /** Matches the message of the error; null when some places have an ordinary value for it. */
  readonly ends: RegExp | null;
}

/** A place of the engine that renders templates: answers what the template came to, or throws. */
export type Place = (source: string) => unknown;

const { steps, length, recursion } = {
  steps: /limit `(steps|timeMs|stringLength|outputLength|collectionSize)`/,
  length: /limit `(stringLength|outputLength|timeMs)`/,
  recursion: /limit `(recursion|parserDepth|timeMs)`/,
};
const expression = (name: string, source: string, ends: RegExp | null): Bomb => ({
  name,
  source: `{{ ${source} }}`,
  ends,
});
const statements = (name: string, source: string, ends: RegExp | null): Bomb => ({ name, source, ends });
/** The list `x` of the scope, doubled: 500 characters that unfold to 2^times nodes. */
const doubled = (times: number) => `[x, ${'x.append(x.copy()), '.repeat(times)}x][-1]`;
const tuples =
  '{% set n = namespace(t=(1,)) %}{% for i in range(30) %}{% set n.t = (n.t, n.t) %}{% endfor %}';
const deep =
  '{% set n = namespace(v=[]) %}{% for i in range(9999) %}{% set n.v = [n.v] %}{% endfor %}{{ n.v }}';

export const bombs: readonly Bomb[] = [
  expression('a shared graph', doubled(25), steps),
  expression('a shared graph as JSON', `${doubled(25)}|tojson`, steps),
  expression('a shared graph that is laid out', `${doubled(25)}|pprint`, steps),
  expression('a shared graph that is sorted', `(${doubled(25)})|sort`, steps),
  expression('a shared graph that is compared', `[${doubled(25)}, x.copy() == x[:]]`, steps),
  statements('shared tuples as a key', `${tuples}{{ {n.t: 1}|length }}`, length),
  expression('one list in many places', '[[1]*10000]*100000', steps),
  expression('one long text in many places', '["x"*900000]*400000', steps),
  expression('control characters that are escaped in JSON', '["\\x01"*900000]*130', null),
  expression('a list that holds itself', '[x, x.append(x)]', null),
  expression('a dictionary that holds itself', '[d, d.update(a=d)]', null),
  expression('lists that hold each other, compared', '[x.append(y), y.append(x), x == y]', recursion),
  expression('a list that holds itself as JSON', '[x.append(x), x|tojson]', /Circular reference detected/),
  statements('a range', '{{ range(10**12)|list }}', /Range too big/),
  statements(
    'loops in loops',
    '{% for i in range(99999) %}{% for j in range(99999) %}x{% endfor %}{% endfor %}',
    steps,
  ),
  statements('a macro that calls itself', '{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}', recursion),
  statements('a recursive loop', '{% for i in [1] recursive %}{{ loop([1]) }}{% endfor %}', recursion),
  statements('a template that includes itself', '{% include "self" %}', /no loader/),
  statements('a list of many levels', deep, recursion),
  expression('a text times a number', '"x" * 10**9', length),
  expression('join', 'range(99999)|join("x" * 1000)', length),
  expression('replace', '("a" * 99999)|replace("a", "b" * 1000)', length),
  expression('center', '"a".center(10**9)', length),
  expression('the width of %', '"%1000000000d" % 1', length),
  expression('the width of format', '"{:1000000000}".format(1)', length),
  expression('the precision of round', '7.5|round(10**9)|string * 10**9', length),
  expression('a power of a power', '10**(10**10)', /limit `integerBits`/),
  expression('text that grows as it is escaped', '("&" * 900000)|e', length),
  expression('text that grows as it is encoded', '("€" * 900000)|urlencode', length),
  expression('a slice that copies over and over', '[x.extend(range(9999)), x[::1] * 10000]', steps),
  expression(
    'a sort by a costly attribute',
    '[d.update(a=d), ([d] * 99999)|sort(attribute="a." * 9999 ~ "a")]',
    steps,
  ),
  expression('urlize', '("a@b.c " * 150000)|urlize', length),
  expression('wordwrap', '("a" * 900000)|wordwrap(1)', length),
  expression('striptags', '("<" * 900000)|striptags|length * "x" * 10', length),
  expression('deep parentheses', `${'('.repeat(9999)}1${')'.repeat(9999)}`, null),
  expression('many filters', `1${'|abs'.repeat(9999)}`, null),
  expression('a giant literal', '9'.repeat(100_000), null),
];

/** Every place, by name. Values that the template may change are made anew for each. */
export const places: Readonly<Record<string, Place>> = {
  'the package itself': (source) => new Environment().compile(source).render(data()),
  'a text': (source) => renderText(source, scope(), { strict: false }),
  'a text of strict templates': (source) => renderText(source, scope(), { strict: true }),
  'the filter json': (source) => renderText(jsonOf(source), scope(), { strict: false }),
  'a template of JSON': (source) => renderJson(source, scope()),
  'a prompt': (source) => renderPromptText(source, scope(), { strict: false }),
  'the body of a block': (source) => render(source, false),
  'the body of a block of strict templates': (source) => render(source, true),
  'the items of a for_loop': (source) => loopValues({ loop_variable_reference: source }, context()),
  'the condition of a branch': (source) =>
    conditional.choose(
      { branch_conditions: [branch(source), { is_default: true, next_block_label: null }] },
      context(),
    ),
  'the condition of a while_loop': (source) =>
    whileLoop.loop.type === 'condition'
      ? whileLoop.loop.holds(
          { condition: { criteria_type: 'jinja2_template', expression: source } },
          context(),
        )
      : null,
};

/** The default of a parameter, as a text of a block prints it. */
export function printedDefault(source: string): unknown {
  const definition = {
    parameters: [
      { parameter_type: 'workflow', key: 'p', workflow_parameter_type: 'string', default_value: source },
    ],
    blocks: [],
  } as unknown as WorkflowDefinition;
  const { values } = convertParameters(definition, null);
  return renderText('{{ p }}', scope(values), { strict: true });
}

/** Returns the result of a template bomb in a place: the message of its error, or the start of its value. */
export async function outcome(
  place: Place,
  { source }: Bomb,
): Promise<{ error: string | null; value: string }> {
  try {
    return { error: null, value: JSON.stringify(await place(source)) ?? 'null' };
  } catch (error) {
    if (error instanceof TemplateError || RunwrightError.is(error))
      return { error: error.message, value: '' };
    throw error;
  }
}

const block = createRegistry([
  defineBlock({
    type: 'send',
    config: Type.Object({ body: Type.Unknown(template('native')) }),
    output: Type.Object({}),
    run: async () => ({}),
  }),
]).get('send');

function render(source: string, strict: boolean): unknown {
  if (!block) throw new Error('no block');
  const node = { block_type: 'send', label: 'S', body: { rows: [source] } } as BlockNode;
  return renderConfig(block, node, scope(), { strict });
}

function data(): Record<string, Json> {
  return { x: [], y: [], d: {} };
}

function scope(parameters = data() as Readonly<Record<string, Json>>) {
  const made = createTemplateScope({
    parameters,
    derived: new Set(['x']),
    outputs: new Map(),
    run: {
      workflowTitle: 'Orders',
      workflowId: 'w_1',
      workflowPermanentId: 'wpid_1',
      workflowRunId: 'wr_1',
      browserSessionId: null,
    },
    now: 0,
  });
  return made;
}

function context(): ChoiceContext & LoopContext {
  const partial: Partial<ChoiceContext> = { label: 'B', scope: scope(), strict: true };
  return partial as ChoiceContext & LoopContext;
}

function branch(source: string) {
  return {
    criteria: { criteria_type: 'jinja2_template', expression: source },
    next_block_label: null,
    is_default: false,
  };
}

function jsonOf(source: string): string {
  const inner = /^\{\{ ([\s\S]*) \}\}$/.exec(source)?.[1];
  return inner === undefined || inner.includes('}}')
    ? `{% filter json %}${source}{% endfilter %}`
    : `{{ (${inner})|json }}`;
}
