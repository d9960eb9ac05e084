import { defineBlock, Type, template } from '@runwright/contract';
import { type AgentOptions, carryOut } from '../execute-task.ts';
import { commonFields, dataSchemaField, goalFields, TaskOutput } from './browser-fields.ts';
import { toSpec } from './to-task-spec.ts';

const nullableText = Type.Optional(Type.Union([Type.String(template('prompt')), Type.Null()]));

/** `task`: reaches a goal on pages, reads data from them, or both. */
export function taskBlock(options: AgentOptions) {
  return defineBlock({
    type: 'task',
    config: Type.Object(
      {
        ...commonFields,
        ...goalFields,
        navigation_goal: nullableText,
        data_extraction_goal: nullableText,
        data_schema: dataSchemaField,
      },
      { description: 'An agent reaches a goal on web pages, reads data from them, or both.' },
    ),
    output: TaskOutput,
    run: (config, context) =>
      carryOut(() => toSpec('task', context.label, config), config.engine, context, options),
  });
}
