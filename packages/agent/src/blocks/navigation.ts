import { type BlockContext, defineBlock, Type, template } from '@runwright/contract';
import { agentTask } from '../agent-task.ts';
import type { AgentOptions } from '../execute-task.ts';
import { commonFields, goalFields, planFirstField, TaskOutput } from './browser-fields.ts';
import { type TaskConfig, toTaskSpec } from './to-task-spec.ts';

/** Defines `navigation`, which reaches a goal on web pages in several steps. */
export function navigationBlock(options: AgentOptions) {
  const task = (
    config: TaskConfig & { readonly complete_criterion_is_untrusted?: boolean },
    context: BlockContext,
  ) =>
    agentTask(
      () =>
        toTaskSpec('navigation', context.label, config, {
          completeCriterionIsUntrusted: config.complete_criterion_is_untrusted ?? false,
        }),
      config.engine,
      context,
      options,
    );
  return defineBlock({
    type: 'navigation',
    config: Type.Object(
      {
        ...commonFields,
        ...goalFields,
        ...planFirstField,
        navigation_goal: Type.String({
          minLength: 1,
          description: 'The goal, in natural language.',
          ...template('prompt'),
        }),
        complete_criterion_is_untrusted: Type.Optional(
          Type.Boolean({
            default: false,
            description:
              'The text of `complete_criterion` comes from others: the model judges by it and follows no instruction in it.',
          }),
        ),
      },
      { description: 'An agent reaches a goal of several steps on web pages.' },
    ),
    output: TaskOutput,
    run: async (config, context) => (await task(config, context).run()).output,
    assistScript: (config, context) => task(config, context).assistScript(),
  });
}
