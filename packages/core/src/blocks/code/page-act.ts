import {
  type ActionResult,
  type Clock,
  PageAction,
  type PageDriver,
  RunwrightError,
} from '@runwright/contract';
import { asRecord, compileSchema } from '@runwright/definition';
import type { JsonValue } from '@runwright/sandbox';
import { isLedTo } from '../../scripts/leads-to.ts';
import type { Call, NamedElement } from './find-element.ts';

/** How the result of an action is recorded and judged. */
export interface ActOptions extends Partial<Omit<NamedElement, 'id'>> {
  /** Address that the action has to lead to, see `leadsTo`. */
  readonly leadsTo?: unknown;
}

/** Executes an action of a program. Throws `block_failed` when it does not succeed. */
export type Act = (action: object, call: Call, options?: ActOptions) => Promise<JsonValue>;

/** Time in ms in which a page may send the browser on by itself, and between two looks at the address. */
const redirectMs = 3_000;
const pollMs = 250;

/** Returns the function that executes the actions of one program and numbers them. */
export function actOnPage({
  driver,
  epoch,
  clock,
  onDone,
}: {
  readonly driver: () => Promise<PageDriver>;
  /** The view that the next action is planned on. */
  readonly epoch: () => number;
  readonly clock: Clock;
  readonly onDone: (sentence: string) => void;
}): Act {
  let order = 0;
  return async (action, { signal }, { reason = null, mustHaveEffect = false, leadsTo } = {}) => {
    const page = await driver();
    const checked = checkAction(withoutEmpty(action));
    if (!checked.ok) {
      const problems = checked.problems.map(({ message }) => message).join('; ');
      throw new RunwrightError('block_failed', `The action does not fit: ${problems}.`);
    }
    const origin = { stepId: null, order, reasoning: reason };
    order += 1;
    const result = await page.act(checked.value, { epoch: epoch(), origin, signal });
    if (result.status === 'failed' || (mustHaveEffect && result.status === 'no_effect'))
      throw actionFailed(result);
    // Also when it led elsewhere: it is done, and who takes over must not do it again.
    onDone(sentenceOf(checked.value, result));
    if (typeof leadsTo === 'string') await awaitAddress({ page, clock, signal }, result, leadsTo);
    return { status: result.status, message: result.message, url: result.urlAfter };
  };
}

const checkAction = compileSchema(PageAction);

function withoutEmpty(action: unknown): object {
  return Object.fromEntries(
    Object.entries(asRecord(action) ?? {}).filter(([, value]) => value !== undefined),
  );
}

async function awaitAddress(
  { page, clock, signal }: { readonly page: PageDriver; readonly clock: Clock; readonly signal: AbortSignal },
  { urlAfter, message }: ActionResult,
  leadsTo: string,
): Promise<void> {
  let url = urlAfter;
  for (const end = clock.now() + redirectMs; !isLedTo(url, leadsTo); ) {
    if (clock.now() >= end) {
      throw new RunwrightError(
        'block_failed',
        `The page is \`${pathOf(url)}\` after the action, but \`${leadsTo}\` was expected. ${message}`,
        { details: { failure_category: 'wrong_state' } },
      );
    }
    await clock.sleep(pollMs, { signal });
    url = (await page.tabs()).find(({ active }) => active)?.url ?? url;
  }
}

function pathOf(url: string): string {
  return URL.parse(url)?.pathname ?? url;
}

function sentenceOf({ action_type }: PageAction, { target, message }: ActionResult): string {
  const on = target ? ` ${target.kind} "${target.name}"` : '';
  return `${action_type}${on}: ${message}`;
}

/** Categories of an action's own codes; others are the page's state. */
const categories: Readonly<Record<string, string>> = {
  blocked_destination: 'policy',
  navigation_failed: 'page_load',
  secret_refused: 'credential',
  stale_target: 'target_missing',
  ambiguous_target: 'target_missing',
  no_option: 'target_missing',
};

function actionFailed({ code, status, message }: ActionResult): RunwrightError {
  return new RunwrightError('block_failed', `${message} (\`${code ?? status}\`)`, {
    details: { failure_category: categories[code ?? ''] ?? 'wrong_state' },
  });
}
