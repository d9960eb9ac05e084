import { delimitData } from '@runwright/contract';
import { type DecisionInput, tabsText } from '../decide.ts';
import type { Observation } from '../observe.ts';
import { renderPrompt } from '../render-prompt.ts';
import type { TaskContext } from '../task-context.ts';
import { taskSections } from '../task-sections.ts';

/** Returns the task as a model that sees only screenshots is told. */
export function screenTaskText(task: TaskContext): string {
  const { spec, context } = task;
  return renderPrompt('screen-task', {
    ...taskSections(task),
    ...{ oneAction: spec.oneAction, hint: spec.hint, oneTimeCode: context.oneTimeCode ?? null },
  });
}

/** Returns the texts of one turn beside the screenshot: results, data, tabs, address, and what is left. */
export function turnTexts(
  { boundaries }: TaskContext,
  { view }: Observation,
  { lastResults, extracted, tabs, hint, stepsLeft, isLastStep }: DecisionInput,
): readonly string[] {
  const results = lastResults.join('\n');
  return [
    results === '' ? '' : delimitData('result', boundaries.history, results),
    extracted === '' ? '' : delimitData('data', boundaries.history, extracted),
    tabs.length < 2 ? '' : delimitData('tabs', boundaries.page(), tabsText(tabs)),
    delimitData('address', boundaries.page(), view.url),
    hint ?? '',
    isLastStep ? 'This is the last turn: extract, finished or terminate.' : '',
    stepsLeft === null ? '' : `${stepsLeft} turns are left, this one included.`,
  ];
}
