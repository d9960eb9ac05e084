import { type BlockContext, defineBlock, Type, template } from '@runwright/contract';
import { agentTask } from '../agent-task.ts';
import type { AgentOptions } from '../execute-task.ts';
import { commonFields, dataSchemaField, goalFields, planFirstField, TaskOutput } from './browser-fields.ts';
import { type TaskConfig, toTaskSpec } from './to-task-spec.ts';

const nullableText = Type.Optional(Type.Union([Type.String(template('prompt')), Type.Null()]));

/** Defines `task`, which reaches a goal on web pages, extracts data from them, or both. */
export function taskBlock(options: AgentOptions) {
  const task = (config: TaskConfig, context: BlockContext) =>
    agentTask(() => toTaskSpec('task', context.label, config), config.engine, context, options);
  return defineBlock({
    type: 'task',
    config: Type.Object(
      {
        ...commonFields,
        ...goalFields,
        ...planFirstField,
        navigation_goal: nullableText,
        data_extraction_goal: nullableText,
        data_schema: dataSchemaField,
      },
      { description: 'An agent reaches a goal on web pages, reads data from them, or both.' },
    ),
    output: TaskOutput,
    run: async (config, context) => (await task(config, context).run()).output,
    assistScript: (config, context) => task(config, context).assistScript(),
  });
}
