/** One thing that was tried, as the stuck rules see it. */
export interface Attempted {
  /** The move without its reason, its element included. */
  readonly move: string;
  /** Element that it was done to. */
  readonly id: string | null;
  /** Page before the move. */
  readonly pageHash: string;
  readonly url: string;
  readonly status: 'ok' | 'failed' | 'no_effect';
}

/** How stuck the agent is, and a sentence for the model. `change` bars the last target; `end` gives up. */
export type StuckLevel =
  | { readonly level: 'none' }
  | { readonly level: 'hint' | 'change' | 'end'; readonly message: string };

const window = 12;

/**
 * Judges the last attempts: 2 equal ones on an unchanged page give a hint; 4, or 3 different failures in a row, or two
 * addresses in turn 3 times force a change; 6, or 5 failed steps in a row, are the end.
 *
 * @param attempts everything that was tried, oldest first
 * @param failedSteps how many steps in a row failed until now
 */
export function stuckLevel(attempts: readonly Attempted[], failedSteps: number): StuckLevel {
  const recent = attempts.slice(-window);
  const equal = mostEqual(recent);
  if (equal >= 6 || failedSteps >= 5) {
    return {
      level: 'end',
      message: `${equal >= 6 ? `The same action was repeated ${equal} times on an unchanged page` : `${failedSteps} steps in a row failed`}.`,
    };
  }
  const failures = differentFailures(recent);
  if (equal >= 4) return change(`The same action was tried ${equal} times on an unchanged page.`);
  if (failures >= 3) return change(`${failures} different actions failed in a row.`);
  if (alternates(recent)) return change('Two addresses were visited in turn three times.');
  if (equal >= 2) {
    const last = recent.at(-1);
    return {
      level: 'hint',
      message: `This was tried ${equal} times without a change of the page: ${last?.move ?? ''}.`,
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

/** How often the last attempt stands in the window, on the same page. */
function mostEqual(recent: readonly Attempted[]): number {
  const last = recent.at(-1);
  if (!last) return 0;
  return recent.filter(({ move, pageHash }) => move === last.move && pageHash === last.pageHash).length;
}

function differentFailures(recent: readonly Attempted[]): number {
  const lastGood = recent.findLastIndex(({ status }) => status !== 'failed');
  return new Set(recent.slice(lastGood + 1).map(({ move }) => move)).size;
}

function alternates(recent: readonly Attempted[]): boolean {
  const visits = recent.map(({ url }) => url).filter((url, index, all) => url !== all[index - 1]);
  const last = visits.slice(-6);
  return last.length === 6 && new Set(last).size === 2;
}
