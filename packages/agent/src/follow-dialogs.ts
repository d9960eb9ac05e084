import type { PageDriver } from '@runwright/contract';
import { dialogText } from './action-text.ts';

/** JavaScript dialogs that a page has opened since they are followed. */
export interface FollowedDialogs {
  /** One line for each, oldest first: kind, text and answer. */
  readonly lines: readonly string[];
  /**
   * Returns the lines since the last call that no result tells already: a dialog may come after the action that caused it.
   *
   * @param results results of the actions since the last call
   */
  takeUntold(results: readonly string[]): readonly string[];
  /** Ends the following. */
  stop(): void;
}

/** Maximum number of dialogs that are kept. */
const maxDialogs = 20;

/** Follows the dialogs of a page and their answers until `stop` is called or the signal is aborted. */
export function followDialogs(page: PageDriver, signal: AbortSignal): FollowedDialogs {
  const stopped = new AbortController();
  const lines: string[] = [];
  let untold: string[] = [];
  const follow = async (): Promise<void> => {
    const events = page.events({ signal: AbortSignal.any([signal, stopped.signal]) });
    for await (const event of events) {
      if (event.type !== 'dialog') continue;
      const line = dialogText(event);
      lines.push(line);
      untold.push(line);
      if (lines.length > maxDialogs) lines.shift();
      if (untold.length > maxDialogs) untold.shift();
    }
  };
  // A browser that is lost fails the next action, too, so its error is not reported twice.
  follow().catch(() => {});
  return {
    lines,
    takeUntold(results) {
      const fresh = untold.filter((line) => results.every((result) => !result.includes(line)));
      untold = [];
      return fresh;
    },
    stop: () => stopped.abort(),
  };
}
