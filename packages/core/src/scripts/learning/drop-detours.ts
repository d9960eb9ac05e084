import type { PageStep, RecordedStep } from './recorded-steps.ts';

/**
 * Leaves out the steps that a later one has taken back: a text that was typed again into the same field, a choice that was made again, and a page that was
 * left again by going back, when nothing on it had an effect outside of the browser.
 */
export function dropDetours(steps: readonly RecordedStep[]): readonly RecordedStep[] {
  const kept: RecordedStep[] = [];
  for (const step of steps) {
    if (step.type === 'action' && step.action.action_type === 'go_back') {
      const left = detourOf(kept, step);
      if (left !== null) {
        kept.splice(left);
        continue;
      }
    }
    const corrected = step.type === 'action' ? correctedBy(kept, step) : -1;
    if (corrected >= 0) kept.splice(corrected, 1);
    kept.push(step);
  }
  return kept;
}

/** Index of the step that led to the page which a `go_back` leaves; null when that page was more than a detour. */
function detourOf(kept: readonly RecordedStep[], { urlAfter }: PageStep): number | null {
  for (let index = kept.length - 1; index >= 0; index -= 1) {
    const step = kept[index];
    if (step?.type !== 'action' || step.hasWorldEffect || hasLeftTrace(step)) return null;
    if (step.urlBefore === urlAfter && step.urlAfter !== urlAfter) return index;
  }
  return null;
}

/** Many pages store what is chosen in them at once, and a file that was downloaded is there. */
function hasLeftTrace({ action, events }: PageStep): boolean {
  const isDownload = action.action_type === 'download_file' || events.some(({ type }) => type === 'download');
  return isDownload || corrections.has(action.action_type);
}

const corrections: ReadonlySet<string> = new Set(['input_text', 'select_option', 'checkbox']);

/** Index of an earlier value of the same field that nothing has used since; -1 when there is none. */
function correctedBy(kept: readonly RecordedStep[], { action, target }: PageStep): number {
  if (!corrections.has(action.action_type) || target === null) return -1;
  if (action.action_type === 'input_text' && action.clear === false) return -1;
  for (let index = kept.length - 1; index >= 0; index -= 1) {
    const step = kept[index];
    if (step?.type !== 'action' || !corrections.has(step.action.action_type)) return -1;
    if (step.action.action_type === 'input_text' && step.action.submit === true) return -1;
    const isSame = 'id' in step.action && 'id' in action && step.action.id === action.id;
    if (isSame && step.action.action_type === action.action_type) return index;
  }
  return -1;
}
