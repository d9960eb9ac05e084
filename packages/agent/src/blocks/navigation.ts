import { defineBlock, Type, template } from '@runwright/contract';
import { type AgentOptions, carryOut } from '../carry-out.ts';
import { commonFields, goalFields, TaskOutput } from './browser-fields.ts';
import { toSpec } from './to-spec.ts';

/** `navigation`: reaches a goal of several steps on pages. */
export function navigationBlock(options: AgentOptions) {
  return defineBlock({
    type: 'navigation',
    config: Type.Object(
      {
        ...commonFields,
        ...goalFields,
        navigation_goal: Type.String({
          minLength: 1,
          description: 'The goal, in natural language.',
          ...template('prompt'),
        }),
        complete_criterion_is_untrusted: Type.Optional(Type.Boolean({ default: false })),
      },
      { description: 'An agent reaches a goal of several steps on web pages.' },
    ),
    output: TaskOutput,
    run: (config, context) =>
      carryOut(() => toSpec('navigation', context.label, config), config.engine, context, options),
  });
}
