import { Type } from '@runwright/contract';
import type { Step } from '../step.ts';
import type { TaskContext } from '../task-context.ts';
import { askAboutPage } from './ask-about-page.ts';

const Located = Type.Object(
  {
    reason: Type.String({ description: 'Why it is this element, or why there is none. Short.' }),
    id: Type.Union([Type.String(), Type.Null()], { description: 'Such as a12; null when there is none.' }),
  },
  { additionalProperties: false },
);

/** Lets a model find the element that a script has used on an earlier version of the page; null when there is none. */
export async function locateElement(
  task: TaskContext,
  step: Step,
  description: string,
): Promise<string | null> {
  const { answer, ids } = await askAboutPage(task, step, {
    ...({ purpose: 'locate', prompt: 'script-locate', section: 'element', name: 'locate' } as const),
    ...{ text: description, schema: Located },
    conclude: ({ reason, id }) => ({ thought: reason, answer: id, output: { reason, id } }),
  });
  const wanted = answer.id?.trim().replace(/^\*/, '') ?? null;
  return wanted !== null && ids.has(wanted) ? wanted : null;
}
