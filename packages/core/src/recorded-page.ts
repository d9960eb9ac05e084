import {
  type ActionEffect,
  type ActionOrigin,
  type ActionResult,
  type BrowserSession,
  effectOf,
  type JsonObject,
  type PageAction,
  resultRecord,
} from '@runwright/contract';

/** Writes down what is done to a page: the intention before, the result after. */
export interface ActionRecorder {
  /** Resolves with the action's id when the intention is stored; only then may it be carried out. */
  before(action: PageAction, origin: ActionOrigin, effect: ActionEffect): Promise<string>;
  after(actionId: string, status: 'completed' | 'failed' | 'skipped', result: JsonObject): Promise<void>;
}

/** The session as a block sees it: every action is recorded, and closing it is not the block's business. */
export function recordedSession(session: BrowserSession, recorder: ActionRecorder): BrowserSession {
  const { page } = session;
  return {
    id: session.id,
    native: session.native,
    about: session.about,
    gone: session.gone,
    close: async () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
    page: {
      read: (request) => page.read(request),
      screenshot: (request) => page.screenshot(request),
      html: (request) => page.html(request),
      tabs: () => page.tabs(),
      async act(action, when) {
        const origin = when.origin ?? { stepId: null, order: 0, reasoning: null };
        const actionId = await recorder.before(action, origin, effectOf(action));
        const result = await page.act(action, when).catch(async (error: unknown) => {
          await recorder.after(actionId, 'failed', {
            message: error instanceof Error ? error.message : String(error),
          });
          throw error;
        });
        await recorder.after(actionId, statusOf(result), resultRecord(result));
        return { ...result, actionId };
      },
    },
  };
}

/**
 * Whether an attempt that did this must not be repeated by itself: clicking, typing, choosing and submitting are;
 * scrolling, waiting and plain navigation are not.
 */
export function isSideEffect(action: PageAction, effect: ActionEffect): boolean {
  return effect === 'world' || (effect === 'page' && action.action_type !== 'goto_url');
}

function statusOf(result: ActionResult): 'completed' | 'failed' | 'skipped' {
  if (result.status === 'ok') return 'completed';
  return result.status === 'failed' ? 'failed' : 'skipped';
}
