import { defineBlock, Type, template } from '@runwright/contract';
import { type AgentOptions, carryOut } from '../carry-out.ts';
import { commonFields, dataSchemaField, TaskOutput } from './browser-fields.ts';
import { toSpec } from './to-spec.ts';

/** `extraction`: reads the page that is open into a schema. */
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
      carryOut(() => toSpec('extraction', context.label, config), config.engine, context, options),
  });
}
