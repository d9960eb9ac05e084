import { type Problem, type Static, Type, template } from '@runwright/contract';
import {
  asRecord,
  criteriaType,
  isTemplate,
  isTruthy,
  renderPrompt,
  renderValue,
  templateFailedError,
  valueError,
  type WrittenTemplate,
} from '@runwright/definition';
import { judgeCriteria } from '../../model/judge-criteria.ts';
import type { LoopBlock, LoopContext } from '../../registry/block-kinds.ts';
import { BranchCriteria } from '../conditions/branch-condition.ts';
import { noteUndefined } from '../conditions/note-undefined.ts';
import { loopBlocks, loopOutputSchema } from './loop-fields.ts';

type Condition = Static<typeof BranchCriteria>;

const config = Type.Object(
  {
    loop_blocks: loopBlocks,
    condition: Type.Object(BranchCriteria.properties, {
      description: 'Evaluated before every iteration, the first one included.',
      ...template('none'),
    }),
  },
  { description: 'Executes its blocks repeatedly while a condition is true.' },
);

/** `while_loop`: iterations go on while a template or a condition in words holds; `current_index` counts them from 0. */
export const whileLoop: LoopBlock = {
  type: 'while_loop',
  onWorkerLost: 'repeat',
  config,
  output: loopOutputSchema,
  loop: {
    type: 'condition',
    holds: ({ condition }: { readonly condition: Condition }, context) => holds(condition, context),
  },
  check,
  templates,
};

async function holds(condition: Condition, context: LoopContext): Promise<boolean> {
  const result = await judge(condition, context);
  // What no iteration has put out yet may be named for the ones that follow.
  const isFirst = context.scope.names.current_index === 0;
  if (!isFirst || !result) noteUndefined(condition.expression, ['condition', 'expression'], context);
  return result;
}

async function judge(condition: Condition, context: LoopContext): Promise<boolean> {
  const { expression } = condition;
  if (criteriaType(condition) === 'jinja2_template')
    return rendered(expression, context, () => isTruthy(renderValue(expression, context.scope, context)));
  const text = rendered(expression, context, () => renderPrompt(expression, context.scope, context));
  const { results } = await judgeCriteria(context.model('criteria'), [{ branch: 0, text }], context.signal);
  return results[0] === true;
}

function rendered<T>(source: string, { label, scope }: LoopContext, render: () => T): T {
  try {
    return render();
  } catch (error) {
    throw templateFailedError({ label, place: 'condition.expression', source, scope }, error);
  }
}

function check(node: { readonly [member: string]: unknown }): readonly Problem[] {
  const expression = asRecord(node.condition)?.expression;
  if (typeof expression !== 'string' || expression.trim() !== '') return [];
  const reason = 'the expression is empty; write a template or a condition in words';
  return [valueError(['condition', 'expression'], reason)];
}

function templates(node: { readonly [member: string]: unknown }): readonly WrittenTemplate[] {
  const source = asRecord(node.condition)?.expression;
  if (typeof source !== 'string' || !isTemplate(source)) return [];
  return [{ path: ['condition', 'expression'], source }];
}
