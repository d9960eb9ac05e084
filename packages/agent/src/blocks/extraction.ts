import { defineBlock, Type, template } from '@runwright/contract';
import { type AgentOptions, executeTask } from '../execute-task.ts';
import { commonFields, dataSchemaField, TaskOutput } from './browser-fields.ts';
import { toTaskSpec } from './to-task-spec.ts';

/** Defines `extraction`, which extracts data from the current page. */
export function extractionBlock(options: AgentOptions) {
  return defineBlock({
    type: 'extraction',
    onWorkerLost: 'repeat',
    config: Type.Object(
      {
        ...commonFields,
        data_extraction_goal: Type.String({
          minLength: 1,
          description: 'The data to extract, in natural language.',
          ...template('prompt'),
        }),
        data_schema: dataSchemaField,
      },
      { description: 'Extracts data from the open page.' },
    ),
    output: TaskOutput,
    run: (config, context) =>
      executeTask(() => toTaskSpec('extraction', context.label, config), config.engine, context, options),
  });
}
