import { type BlockContext, defineBlock, Type, template } from '@runwright/contract';
import { agentTask } from '../agent-task.ts';
import type { AgentOptions } from '../execute-task.ts';
import { commonFields, dataSchemaField, TaskOutput } from './browser-fields.ts';
import { type TaskConfig, toTaskSpec } from './to-task-spec.ts';

/** Defines `extraction`, which extracts data from the current page. */
export function extractionBlock(options: AgentOptions) {
  const task = (config: TaskConfig, context: BlockContext) =>
    agentTask(() => toTaskSpec('extraction', context.label, config), config.engine, context, options);
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
    run: async (config, context) => (await task(config, context).run()).output,
    assistScript: (config, context) => task(config, context).assistScript(),
  });
}
