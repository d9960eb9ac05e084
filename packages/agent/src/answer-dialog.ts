import { type DecideDialog, fenced, section, Type } from '@runwright/contract';
import { userMessage } from './observe.ts';
import { prompt } from './render-prompt.ts';
import type { Step } from './step.ts';
import type { Work } from './task-context.ts';

const Answer = Type.Object(
  {
    accept: Type.Boolean({ description: 'Whether to press OK.' }),
    text: Type.Union([Type.String(), Type.Null()], {
      description: 'What to write when the page asks for a text; null for its own suggestion.',
    }),
  },
  { additionalProperties: false },
);

/** Asks a model what to answer when a page asks during an action. Without a model, or an answer, it is no. */
export function dialogDecision(
  { context, spec, boundaries }: Work,
  step: Pick<Step, 'stepId' | 'spend'>,
  action: string,
): DecideDialog {
  return async ({ kind, text, suggestion, url }, signal) => {
    const asked = [`${kind} at ${url}: ${text}`, ...(kind === 'prompt' ? [`suggestion: ${suggestion}`] : [])];
    const { value, usage } = await context.model('choose').generate({
      messages: [
        { role: 'system', content: prompt('dialog') },
        userMessage([
          section('goal', spec.goal ?? spec.data?.goal ?? ''),
          fenced('action', boundaries.page(), action),
          fenced('dialog', boundaries.page(), asked.join('\n')),
        ]),
      ],
      schema: Answer,
      name: 'dialog',
      stepId: step.stepId,
      signal: AbortSignal.any([signal, context.signal]),
    });
    step.spend(usage);
    return value.text === null ? { accept: value.accept } : { accept: value.accept, text: value.text };
  };
}
