/** One executed action, as input of the stuck detection. */
export interface ActionAttempt {
  /** The action without its reason, its element included. */
  readonly action: string;
  /** Id of the target element; null when the action has none. */
  readonly id: string | null;
  /** Page before the action. */
  readonly pageHash: string;
  readonly url: string;
  readonly status: 'ok' | 'failed' | 'no_effect';
}

/** Severity of a repetition with a sentence for the model. `change` blocks the last target element; `end` ends the task. */
export type StuckLevel =
  | { readonly level: 'none' }
  | { readonly level: 'hint' | 'change' | 'end'; readonly message: string };

const maxAttempts = 12;

/**
 * Detects a stuck agent from the last 12 attempts: 2 equal ones on an unchanged page return `hint`; 4, or 3 different
 * failures in a row, or two URLs alternating 3 times return `change`; 6, or 5 failed steps in a row, return `end`.
 *
 * @param attempts all attempts of the task, oldest first
 * @param failedSteps number of steps that failed in a row until now
 */
export function detectStuckAgent(attempts: readonly ActionAttempt[], failedSteps: number): StuckLevel {
  const recent = attempts.slice(-maxAttempts);
  const equal = countRepeats(recent);
  if (equal >= 6 || failedSteps >= 5) {
    return {
      level: 'end',
      message: `${equal >= 6 ? `The same action was repeated ${equal} times on an unchanged page` : `${failedSteps} steps in a row failed`}.`,
    };
  }
  const failures = countDifferentFailures(recent);
  if (equal >= 4) return change(`The same action was tried ${equal} times on an unchanged page.`);
  if (failures >= 3) return change(`${failures} different actions failed in a row.`);
  if (alternatesBetweenUrls(recent)) return change('Two addresses were visited in turn three times.');
  if (equal >= 2) {
    const last = recent.at(-1);
    return {
      level: 'hint',
      message: `This was tried ${equal} times without a change of the page: ${last?.action ?? ''}.`,
    };
  }
  return { level: 'none' };
}

function change(message: string): StuckLevel {
  return {
    level: 'change',
    message: `${message} Do something else: make a new plan, and leave the last target alone.`,
  };
}

/** Counts the attempts that equal the last one, on the same page. */
function countRepeats(recent: readonly ActionAttempt[]): number {
  const last = recent.at(-1);
  if (!last) return 0;
  return recent.filter(({ action, pageHash }) => action === last.action && pageHash === last.pageHash).length;
}

function countDifferentFailures(recent: readonly ActionAttempt[]): number {
  const lastGood = recent.findLastIndex(({ status }) => status !== 'failed');
  return new Set(recent.slice(lastGood + 1).map(({ action }) => action)).size;
}

function alternatesBetweenUrls(recent: readonly ActionAttempt[]): boolean {
  const visits = recent.map(({ url }) => url).filter((url, index, all) => url !== all[index - 1]);
  const last = visits.slice(-6);
  return last.length === 6 && new Set(last).size === 2;
}
