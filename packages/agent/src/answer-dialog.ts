import { type DialogHandler, delimitData, promptSection, Type } from '@runwright/contract';
import { userMessage } from './observe.ts';
import { renderPrompt } from './render-prompt.ts';
import { type Step, stepOwner } from './step.ts';
import type { TaskContext } from './task-context.ts';

const DialogAnswer = Type.Object(
  {
    accept: Type.Boolean({ description: 'Whether to press OK.' }),
    text: Type.Union([Type.String(), Type.Null()], {
      description: 'What to write when the page asks for a text; null for its own suggestion.',
    }),
  },
  { additionalProperties: false },
);

/** Returns a callback that lets a model answer a JavaScript dialog that opens during an action. */
export function answerDialogWithModel(
  { context, spec, boundaries }: TaskContext,
  step: Pick<Step, 'stepId' | 'addUsage'>,
  action: string,
): DialogHandler {
  return async ({ kind, text, suggestion, url }, signal) => {
    const dialogLines = [
      `${kind} at ${url}: ${text}`,
      ...(kind === 'prompt' ? [`suggestion: ${suggestion}`] : []),
    ];
    const { value, usage } = await context.model('choose').generate({
      messages: [
        { role: 'system', content: renderPrompt('dialog') },
        userMessage([
          promptSection('goal', spec.goal ?? spec.data?.goal ?? ''),
          delimitData('action', boundaries.page(), action),
          delimitData('dialog', boundaries.page(), dialogLines.join('\n')),
        ]),
      ],
      schema: DialogAnswer,
      name: 'dialog',
      ...stepOwner(step),
      signal: AbortSignal.any([signal, context.signal]),
    });
    step.addUsage(usage);
    return value.text === null ? { accept: value.accept } : { accept: value.accept, text: value.text };
  };
}
