import { type BlockContext, defaults, defineBlock, type Problem, Type, template } from '@runwright/contract';
import { agentTask } from '../agent-task.ts';
import type { AgentOptions } from '../execute-task.ts';
import { codeFields, commonFields, downloadFields, TaskOutput } from './browser-fields.ts';
import { type TaskConfig, toTaskSpec, trimToNull } from './to-task-spec.ts';

/** Defines `action`, which executes exactly one action on the page. */
export function actionBlock(options: AgentOptions) {
  const task = (config: TaskConfig & SelectorConfig, context: BlockContext) =>
    agentTask(
      () =>
        toTaskSpec('action', context.label, config, {
          maxSteps: defaults.agent.actionSteps,
          verify: false,
          oneAction: true,
          hint: selectorHint(config),
        }),
      config.engine,
      context,
      options,
    );
  const block = defineBlock({
    type: 'action',
    config: Type.Object(
      {
        ...commonFields,
        ...downloadFields,
        ...codeFields,
        navigation_goal: Type.String({
          description: 'The action, in natural language.',
          ...template('prompt'),
        }),
        selector: Type.Optional(
          Type.Union([Type.String(), Type.Null()], {
            description: 'CSS selector of the element.',
          }),
        ),
        ai_fallback: Type.Enum(['fallback', 'proactive'], {
          default: 'fallback',
          description: '`proactive`: the model decides by the goal alone and ignores `selector`.',
        }),
      },
      { description: 'Executes exactly one action on the open page.' },
    ),
    output: TaskOutput,
    run: async (config, context) => (await task(config, context).run()).output,
    assistScript: (config, context) => task(config, context).assistScript(),
  });
  return { ...block, check };
}

interface SelectorConfig {
  readonly selector?: string | null;
  readonly ai_fallback: string;
}

function selectorHint(config: SelectorConfig): string | null {
  const selector = trimToNull(config.selector);
  if (selector === null || config.ai_fallback === 'proactive') return null;
  return `The element that is meant has the CSS selector \`${selector}\`; when it is not on the page, find the one that the goal describes.`;
}

function check({ navigation_goal: goal }: { readonly [member: string]: unknown }): readonly Problem[] {
  if (typeof goal !== 'string' || goal.trim() !== '') return [];
  return [
    {
      path: ['navigation_goal'],
      message: 'Value error, the goal of an action is blank; say what to do',
      type: 'value_error',
    },
  ];
}
