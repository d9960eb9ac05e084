import {
  type ActionEffect,
  type ActionOrigin,
  type ActionResult,
  type BrowserDownloads,
  type BrowserSession,
  effectOf,
  errorMessage,
  type JsonObject,
  type OpenedFile,
  type PageAction,
  RunwrightError,
  toActionResultRecord,
} from '@runwright/contract';

/** Writes down what is done to a page: the intention before, the result after. */
export interface ActionRecorder {
  /** Returns the action to record and execute in place of one. */
  adapt(action: PageAction): PageAction;
  /** Resolves with the action's id when the intention is stored; only then may it be executed. */
  before(action: PageAction, origin: ActionOrigin, effect: ActionEffect): Promise<string>;
  /** Resolves when the action's placeholders may be revealed; throws `secret_unavailable` when one of them may not. */
  ready(action: PageAction): Promise<void>;
  /** Notes that an action failed, so that what it was to type may be typed again. */
  failed(action: PageAction): void;
  /** Executes an action that was recorded. Default: as it is. */
  execute?<T>(action: PageAction, origin: ActionOrigin, work: () => Promise<T>): Promise<T>;
  after(actionId: string, status: 'completed' | 'failed' | 'skipped', result: JsonObject): Promise<void>;
}

/** The files that a block's session may use: those of the run, and the downloads of its pages. */
export interface SessionFiles {
  readonly open: (reference: string) => Promise<OpenedFile>;
  readonly downloads: BrowserDownloads | null;
}

/**
 * The session as a block sees it: every action is recorded, and closing it is not the block's business. `scrolls` is that
 * of screenshots that name none.
 */
export function recordedSession(
  session: BrowserSession,
  recorder: ActionRecorder,
  { files, scrolls }: { readonly files: SessionFiles; readonly scrolls: number },
): BrowserSession {
  const { page } = session;
  return {
    id: session.id,
    native: session.native,
    about: session.about,
    gone: session.gone,
    ...(files.downloads ? { downloads: files.downloads } : {}),
    close: async () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
    page: {
      read: (request) => page.read(request),
      ...(page.findSimilar ? { findSimilar: page.findSimilar.bind(page) } : {}),
      screenshot: (request) => page.screenshot(scrolls === 0 ? request : { scrolls, ...request }),
      html: (request) => page.html(request),
      ...(page.pdf ? { pdf: page.pdf.bind(page) } : {}),
      tabs: () => page.tabs(),
      events: (request) => page.events(request),
      async act(given, when) {
        const action = recorder.adapt(given);
        const origin = when.origin ?? { stepId: null, order: 0, reasoning: null };
        const actionId = await recorder.before(action, origin, effectOf(action));
        const act = async () => {
          const refused = await refusal(session, action, recorder);
          if (refused !== null) return refused;
          const done = await page.act(action, { ...when, file: files.open });
          if (done.status === 'failed') recorder.failed(action);
          return done;
        };
        const execute = recorder.execute ?? ((_action, _origin, work) => work());
        const result = await execute(action, origin, act).catch(async (error: unknown) => {
          await recorder.after(actionId, 'failed', {
            message: errorMessage(error),
          });
          throw error;
        });
        await recorder.after(actionId, statusOf(result), toActionResultRecord(result));
        return { ...result, actionId };
      },
    },
  };
}

/** The result of an action whose secrets the block may not use; null for all others. A refusal is for the model to read. */
async function refusal(
  { page }: BrowserSession,
  action: PageAction,
  recorder: ActionRecorder,
): Promise<ActionResult | null> {
  try {
    await recorder.ready(action);
    return null;
  } catch (error) {
    if (!RunwrightError.is(error) || error.code !== 'secret_unavailable') throw error;
    const url = (await page.tabs()).find((tab) => tab.active)?.url ?? '';
    return {
      status: 'failed',
      code: 'secret_refused',
      message: error.message,
      settle: { reason: 'none', durationMs: 0 },
      urlBefore: url,
      urlAfter: url,
      events: [],
    };
  }
}

/**
 * Returns whether an attempt that did this must not be repeated by itself: clicking, typing, choosing and submitting are;
 * scrolling, waiting and plain navigation are not.
 */
export function isSideEffect(action: PageAction, effect: ActionEffect): boolean {
  return effect === 'world' || (effect === 'page' && action.action_type !== 'goto_url');
}

function statusOf(result: ActionResult): 'completed' | 'failed' | 'skipped' {
  if (result.status === 'ok') return 'completed';
  return result.status === 'failed' ? 'failed' : 'skipped';
}
