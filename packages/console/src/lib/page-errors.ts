import { formatNumber } from './format.ts';
import { httpStatusText } from './http-status.ts';

/** An action that opened a page which the server answered with an error. */
export interface PageError {
  readonly actionId: string;
  /** 400 to 599. */
  readonly status: number;
}

interface Action {
  readonly action_id: string;
  readonly output?: unknown;
}

/** Returns the HTTP status of the page that an action opened when it says that something is wrong; else null. */
export function errorStatusOf({ output }: Pick<Action, 'output'>): number | null {
  const { http_status: status } = Object(output) as { readonly http_status?: unknown };
  return typeof status === 'number' ? status : null;
}

/** Returns the actions that opened pages with an error: the run goes on with what these show, which is easily taken for data. */
export function pageErrorsOf(actions: Iterable<Action>): readonly PageError[] {
  return [...actions].flatMap((action) => {
    const status = errorStatusOf(action);
    return status === null ? [] : [{ actionId: action.action_id, status }];
  });
}

/** Returns a sentence about pages with an error; empty when there are none. */
export function pageErrorsText(found: readonly PageError[]): string {
  const [first] = found;
  if (!first) return '';
  return found.length === 1
    ? `A page was opened that the server answered with ${httpStatusText(first.status)}.`
    : `${formatNumber(found.length)} pages were opened that the server answered with an error, the first with ${httpStatusText(first.status)}.`;
}
