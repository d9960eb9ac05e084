import { defineBlock, parameterFields, RunwrightError, Type, template } from '@runwright/contract';
import type { AgentOptions } from '../execute-task.ts';
import { findElements, ObservedElement } from '../find-elements.ts';
import { saveFinalArtifacts } from '../open-page.ts';
import { beginStep } from '../step.ts';

const defaultLimit = 10;

/**
 * Returns the block type `observe`, which names elements of the open page without acting on them. It is not among
 * {@link agentBlocks}: the verbs of `@runwright/embed` use it, and other hosts may add it to their blocks.
 */
export function observeBlock(options: AgentOptions = {}) {
  return defineBlock({
    type: 'observe',
    onWorkerLost: 'repeat',
    config: Type.Object(
      {
        request: Type.String({
          minLength: 1,
          description: 'The elements to look for, in natural language.',
          ...template('prompt'),
        }),
        limit: Type.Integer({
          minimum: 1,
          maximum: 50,
          default: defaultLimit,
          description: 'Most elements that are returned.',
        }),
        ...parameterFields,
      },
      { description: 'Names elements of the open page, and what to do with them, without doing it.' },
    ),
    output: Type.Object({
      task_id: Type.String(),
      url: Type.String({ description: 'Address of the page.' }),
      title: Type.String(),
      elements: Type.Array(ObservedElement),
    }),
    async run({ request, limit, parameters }, context) {
      if (!context.hasPage) {
        throw new RunwrightError(
          'block_failed',
          `The block \`${context.label}\` observes a page and none is open. Open one before, with \`goto_url\`.`,
          { details: { failure_category: 'definition' } },
        );
      }
      const session = await context.browser();
      const step = await beginStep(context, 0);
      try {
        const { random } = options;
        const found = await findElements(session, context, step, {
          ...{ request, limit, random },
          inputs: parameters,
        });
        await step.end('completed');
        await saveFinalArtifacts(session.page, context);
        const { url, title } = found.view;
        return { task_id: context.taskId, url, title, elements: [...found.elements] };
      } catch (error) {
        if (!context.signal.aborted) await step.end('failed');
        throw error;
      }
    },
  });
}
