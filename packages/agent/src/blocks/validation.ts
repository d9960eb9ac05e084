import { defaults, defineBlock, type Problem, Type, template } from '@runwright/contract';
import type { AgentOptions } from '../execute-task.ts';
import { executeValidation } from '../execute-validation.ts';
import { agentFields, criterionFields, TaskOutput } from './browser-fields.ts';
import { toTaskSpec, trimToNull } from './to-task-spec.ts';

/** Defines `validation`, which judges the current page, or only parameter values, by criteria in natural language. */
export function validationBlock(options: AgentOptions) {
  const block = defineBlock({
    type: 'validation',
    onWorkerLost: 'repeat',
    config: Type.Object(
      {
        ...agentFields,
        ...criterionFields,
        without_page_information: Type.Boolean({
          default: false,
          description: 'The criteria are judged with the parameters only, without the page.',
          ...template('none'),
        }),
      },
      { description: 'Completes when the criteria are met, and terminates otherwise.' },
    ),
    output: TaskOutput,
    async run({ without_page_information: withoutPage, ...config }, context) {
      const criteria = [
        ['Complete when', trimToNull(config.complete_criterion)],
        ['Terminate when', trimToNull(config.terminate_criterion)],
      ].flatMap(([when, criterion]) => (criterion === null ? [] : [`${when}: ${criterion}`]));
      const goal = criteria.length === 0 ? null : criteria.join('\n');
      const spec = toTaskSpec('validation', context.label, config, {
        goal,
        maxSteps: defaults.agent.validationSteps,
      });
      return executeValidation({ spec, context, withoutPage }, options);
    },
  });
  return { ...block, check };
}

function check(node: { readonly [member: string]: unknown }): readonly Problem[] {
  const given = [node.complete_criterion, node.terminate_criterion];
  if (given.some((text) => typeof text === 'string' && text.trim() !== '')) return [];
  return [
    {
      path: [],
      message: 'Value error, a validation needs `complete_criterion` or `terminate_criterion`; give it one',
      type: 'value_error',
    },
  ];
}
