import { defineBlock, type Problem, Type, template } from '@runwright/contract';
import { type AgentOptions, carryOut } from '../carry-out.ts';
import { codeFields, commonFields, downloadFields, TaskOutput } from './browser-fields.ts';
import { filled, toSpec } from './to-spec.ts';

/** `action`: exactly one action on the page. */
export function actionBlock(options: AgentOptions) {
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
    run: (config, context) =>
      carryOut(
        () =>
          toSpec('action', context.label, config, {
            maxSteps: 1,
            verify: false,
            oneAction: true,
            hint: hintOf(config),
          }),
        config.engine,
        context,
        options,
      ),
  });
  return { ...block, check };
}

function hintOf(config: { readonly selector?: string | null; readonly ai_fallback: string }): string | null {
  const selector = filled(config.selector);
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
