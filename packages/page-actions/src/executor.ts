import type { PageActionOf, PageActionType } from '@runwright/contract';
import type { ActionContext } from './action-context.ts';
import type { ActionOutcome } from './action-outcome.ts';

/**
 * Executes an action of one type. Returns a failure as an outcome; throws only when the browser is lost or the signal
 * is aborted.
 */
export type Executor<Type extends PageActionType> = (
  context: ActionContext,
  action: PageActionOf<Type>,
) => ActionOutcome | Promise<ActionOutcome>;

/** The function for each of these types of actions. */
export type Executors<Types extends PageActionType> = {
  readonly [Type in Types]: Executor<Type>;
};
