import { type BlockContext, defineBlock, Type, template } from '@runwright/contract';
import { agentTask } from '../agent-task.ts';
import type { AgentOptions } from '../execute-task.ts';
import { namesSeveralPages } from '../extract/names-several-pages.ts';
import { commonFields, dataSchemaField, TaskOutput } from './browser-fields.ts';
import { type TaskConfig, toTaskSpec } from './to-task-spec.ts';

/** Defines `extraction`, which extracts data from the current page, and from the pages after it when the goal names several. */
export function extractionBlock(options: AgentOptions) {
  const task = (config: TaskConfig, context: BlockContext) =>
    agentTask(() => toTaskSpec('extraction', context.label, config), config.engine, context, options);
  return defineBlock({
    type: 'extraction',
    // A lost attempt may have left the first page, and only `url` opens that again. A template may become any text, also an empty one.
    onWorkerLost: ({ url, data_extraction_goal: goal }) =>
      (!url || isTemplate(url)) && (isTemplate(goal) || namesSeveralPages(String(goal))) ? 'guard' : 'repeat',
    config: Type.Object(
      {
        ...commonFields,
        data_extraction_goal: Type.String({
          minLength: 1,
          description:
            'The data to extract, in natural language. A goal that names several pages, such as `All orders of all pages`, lets the agent go on from page to page.',
          ...template('prompt'),
        }),
        data_schema: dataSchemaField,
      },
      { description: 'Extracts data from the open page, or from page after page.' },
    ),
    output: TaskOutput,
    run: async (config, context) => (await task(config, context).run()).output,
    assistScript: (config, context) => task(config, context).assistScript(),
  });
}

function isTemplate(text: unknown): boolean {
  return /\{[{%#]/.test(String(text));
}
