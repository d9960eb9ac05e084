import { defaults, type Problem, Type, template } from '@runwright/contract';
import { asRecord, isTemplate, valueError, type WrittenTemplate } from '@runwright/definition';
import type { LoopBlock } from '../../registry/block-kinds.ts';
import { loopBlocks, loopOutputSchema } from './loop-fields.ts';
import { isPath, type LoopOver, loopValues } from './loop-values.ts';

const nullableText = (description: string) =>
  Type.Optional(Type.Union([Type.String({ description, ...template('none') }), Type.Null()]));

const config = Type.Object(
  {
    loop_blocks: loopBlocks,
    loop_over_parameter_key: nullableText('Key of the parameter with the items.'),
    loop_variable_reference: nullableText(
      'The items as an expression, braces optional, such as `orders_output.rows`; or a description, to be read from the page. ' +
        'Takes precedence over the parameter.',
    ),
    complete_if_empty: Type.Boolean({
      default: false,
      description: 'Without items the loop is completed instead of terminated.',
    }),
    data_schema: Type.Optional(
      Type.Union([
        Type.Record(Type.String(), Type.Unknown(), {
          description: 'Schema of one item that is read from the page, or of the list; default: text.',
          ...template('none'),
        }),
        Type.Array(Type.Unknown(), template('none')),
        Type.String({ description: 'The schema as JSON text.' }),
        Type.Null(),
      ]),
    ),
    concurrency: Type.Integer({
      minimum: 1,
      maximum: 16,
      default: defaults.loopConcurrency,
      description: 'Number of concurrent iterations; 1 is sequential.',
    }),
  },
  { description: 'Executes its blocks once for each item of a list.' },
);

/** `for_loop`: one iteration for each item, with `current_value`, `current_item` and `current_index` in scope. */
export const forLoop: LoopBlock = {
  type: 'for_loop',
  onWorkerLost: 'repeat',
  config,
  output: loopOutputSchema,
  loop: { type: 'values', values: (over: LoopOver, context) => loopValues(over, context) },
  check,
  templates,
};

type Node = { readonly [member: string]: unknown };

function check(node: Node): readonly Problem[] {
  const written = ['loop_variable_reference', 'loop_over_parameter_key'].filter((name) =>
    isWritten(node[name]),
  );
  const people = typeof node.concurrency === 'number' && node.concurrency > 1 ? peopleIn(node, []) : [];
  return [
    ...(written.length > 0
      ? []
      : [valueError([], 'a `for_loop` needs `loop_variable_reference` or `loop_over_parameter_key`')]),
    ...people.map(({ path, label }) =>
      valueError(
        path,
        `\`${label}\` waits for a person, so it cannot stand in a loop with \`concurrency\` above 1`,
      ),
    ),
  ];
}

interface Waiting {
  readonly path: readonly (string | number)[];
  readonly label: unknown;
}

/** The blocks that wait for a person, in loops inside too. */
function peopleIn(node: Node, path: readonly (string | number)[]): readonly Waiting[] {
  const blocks: readonly unknown[] = Array.isArray(node.loop_blocks) ? node.loop_blocks : [];
  return blocks.flatMap((value, index) => {
    const block = asRecord(value) ?? {};
    const place = [...path, 'loop_blocks', index];
    if (block.block_type !== 'human_interaction') return peopleIn(block, place);
    return [{ path: place, label: block.label }];
  });
}

function templates(node: Node): readonly WrittenTemplate[] {
  const text = node.loop_variable_reference;
  if (!isWritten(text)) return [];
  const path = ['loop_variable_reference'];
  if (isTemplate(text)) return [{ path, source: text }];
  return isPath(text) ? [{ path, source: `{{ ${text} }}` }] : [];
}

function isWritten(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
