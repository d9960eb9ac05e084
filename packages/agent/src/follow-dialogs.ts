import type { PageDriver, PageEvent } from '@runwright/contract';

/** JavaScript dialogs that a page has opened since they are followed. */
export interface FollowedDialogs {
  /** One line for each, oldest first: kind, text and answer. */
  readonly lines: readonly string[];
  /** Ends the following. */
  stop(): void;
}

/** Maximum number of dialogs that are kept. */
const maxDialogs = 20;

/** Follows the dialogs of a page and their answers until `stop` is called or the signal is aborted. */
export function followDialogs(page: PageDriver, signal: AbortSignal): FollowedDialogs {
  const stopped = new AbortController();
  const lines: string[] = [];
  const follow = async (): Promise<void> => {
    const events = page.events({ signal: AbortSignal.any([signal, stopped.signal]) });
    for await (const event of events) {
      if (event.type !== 'dialog') continue;
      lines.push(dialogText(event));
      if (lines.length > maxDialogs) lines.shift();
    }
  };
  // A browser that is lost fails the next action, too, so its error is not reported twice.
  follow().catch(() => {});
  return { lines, stop: () => stopped.abort() };
}

function dialogText({ kind, text, decision, answer }: Extract<PageEvent, { type: 'dialog' }>): string {
  const typed = answer === undefined ? '' : ` with ${JSON.stringify(answer)}`;
  return `${kind} ${JSON.stringify(text)} was ${decision}${typed}`;
}
