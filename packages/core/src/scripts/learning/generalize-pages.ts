import type { ScriptTarget } from '../learned-block.ts';
import type { PageStep, RecordedStep } from './recorded-steps.ts';

/**
 * Describes the element that leads from one page of data to the next by what it has on all of them: its address is another one
 * on each page. Such an element is clicked between two extractions at least so often.
 */
export function generalizePages(
  steps: readonly RecordedStep[],
  leastClicks: number,
): readonly RecordedStep[] {
  const between = steps.filter(
    (step, index): step is PageStep =>
      step.type === 'action' &&
      step.action.action_type === 'click' &&
      steps[index - 1]?.type === 'extract' &&
      steps[index + 1]?.type === 'extract',
  );
  const groups = Map.groupBy(between, ({ target }) => `${target?.kind} ${target?.name}`);
  return steps.map((step) => {
    if (step.type !== 'action' || step.target === null || !between.includes(step)) return step;
    const same = groups.get(`${step.target.kind} ${step.target.name}`) ?? [];
    return same.length < leastClicks ? step : { ...step, target: commonTarget(step.target, same) };
  });
}

function commonTarget(target: ScriptTarget, same: readonly PageStep[]): ScriptTarget {
  const { attributes: _attributes, row: _row, ...fingerprint } = target.fingerprint ?? {};
  const { reason } = same[0]?.target ?? {};
  const selectors = target.selectors.filter((selector) =>
    // Of a single click, nothing but a number says what belongs to that page.
    same.length === 1
      ? !/\d/.test(selector)
      : same.every((step) => step.target?.selectors.includes(selector)),
  );
  const { frame: _frame, ...own } = target;
  return { ...own, fingerprint, selectors, ...(reason === undefined ? {} : { reason }) };
}
