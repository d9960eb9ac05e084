import { delimitData, Type } from '@runwright/contract';
import { userMessage } from '../observe.ts';
import { inputsText } from '../prompt-boundaries.ts';
import { renderPrompt } from '../render-prompt.ts';
import type { Step } from '../step.ts';
import type { TaskContext } from '../task-context.ts';
import { think } from '../think.ts';

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
  const { context, spec, session, boundaries, today } = task;
  const view = await session.page.read({ mode: 'action', signal: context.signal });
  const { id } = await think(
    context,
    step,
    { thoughtType: 'internal_plan', scenario: 'generate_plan' },
    (ids) =>
      context.model('locate').generate({
        messages: [
          { role: 'system', content: renderPrompt('script-locate') },
          userMessage([
            renderPrompt('script-task', {
              goal: spec.goal ?? spec.data?.goal ?? '',
              inputs: inputsText(spec.inputs, boundaries),
              today,
            }),
            delimitData('element', boundaries.history, description),
            delimitData('page', boundaries.page(), view.text),
          ]),
        ],
        ...{ schema: Located, name: 'locate', ...ids, signal: context.signal },
      }),
    (value) => ({ observation: description, thought: value.reason, answer: value.id, output: { ...value } }),
  );
  const wanted = id?.trim().replace(/^\*/, '') ?? null;
  return view.elements().some((element) => element.id === wanted) ? wanted : null;
}
