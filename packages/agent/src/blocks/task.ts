import { defineBlock, Type, template } from '@runwright/contract';
import { type AgentOptions, executeTask } from '../execute-task.ts';
import { commonFields, dataSchemaField, goalFields, planFirstField, TaskOutput } from './browser-fields.ts';
import { toTaskSpec } from './to-task-spec.ts';

const nullableText = Type.Optional(Type.Union([Type.String(template('prompt')), Type.Null()]));

/** Defines `task`, which reaches a goal on web pages, extracts data from them, or both. */
export function taskBlock(options: AgentOptions) {
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
    run: (config, context) =>
      executeTask(() => toTaskSpec('task', context.label, config), config.engine, context, options),
  });
}
