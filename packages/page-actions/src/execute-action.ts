import type { ActionResult, DialogHandler, PageAction, PageEvent } from '@runwright/contract';
import { RunwrightError } from '@runwright/contract';
import type { CallLimits, FrameChannel } from '@runwright/page-reader';
import type { ActionContext } from './action-context.ts';
import { type ActionOutcome, done, failed } from './action-outcome.ts';
import { dispatchAction } from './dispatch-action.ts';
import { errorReason } from './error-reason.ts';
import { awaitDownload } from './files/download.ts';
import { deniedNavigation } from './navigation/navigate.ts';
import { abortRedirectLoop, awaitResponse, countNavigations } from './navigation/redirect-loop.ts';
import type { ActionTab } from './port.ts';
import { type Settled, settleTab, startWatch, type Watch } from './settle/settle.ts';
import { verifyTypedValue } from './typing/typed-value.ts';

/** The tab of an action, and the rules for it. */
export interface ExecuteActionOptions extends Omit<ActionContext, 'limits' | 'watch'> {
  /** Answers the dialogs of the page during the action. */
  readonly decideDialog: DialogHandler | undefined;
}

/** Time for one call into the page during an action. */
const callMs = 5_000;

/** Executes one action, waits until the page is stable, and returns the result. */
export async function executeAction(
  options: ExecuteActionOptions,
  action: PageAction,
): Promise<ActionResult> {
  const { tabs } = options;
  // What happened since the last action is told, and is no effect of this one.
  const earlier = tabs.takeEvents();
  const ends: (() => void)[] = [];
  try {
    return await execute(options, action, earlier, ends);
  } catch (cause) {
    tabs.restoreEvents(earlier);
    throw cause;
  } finally {
    for (const end of ends) end();
  }
}

/** `ends` takes what has to be ended, however the action ends; each may be called more than once. */
async function execute(
  options: ExecuteActionOptions,
  action: PageAction,
  earlier: readonly PageEvent[],
  ends: (() => void)[],
): Promise<ActionResult> {
  const { decideDialog, ...rest } = options;
  const { tab, tabs, now, signal, secrets } = rest;
  const startedAt = now();
  const urlBefore = tab.url();
  const limits: CallLimits = { timeoutMs: callMs, signal };
  const frames = await framesOf(tab, action, limits);
  const watchNow = async (): Promise<Watch> => {
    const watch = await startWatch({ channel: tab.channel, activity: tab.activity, frames, now, signal });
    ends.push(watch.end);
    return watch;
  };
  const context: ActionContext = { ...rest, limits, watch: watchNow };
  const watch = await watchNow();
  const describeTypedValue = verifyTypedValue(tab);
  const before = countNavigations(tab);
  const known = tabs.downloads.count();
  const tabsBefore = tabs.count();
  const isClick = action.action_type === 'click';
  ends.push(tab.dialogs.setRules({ answer: isClick ? action.on_dialog : undefined, decide: decideDialog }));
  let outcome = await dispatchAction(context, action).catch((cause: unknown) =>
    outcomeOfError(cause, tab, signal),
  );
  await tab.dialogs.waitUntilAnswered();
  const arriving = isClick && action.download === true ? awaitDownload(context, known, outcome) : null;
  const settled = await settleAfter(outcome, watch);
  // An action that ends early leaves watches that nobody waits for.
  for (const end of ends) end();
  outcome = (await arriving) ?? outcome;
  outcome =
    (await awaitResponse(context, startedAt)) ?? (await abortRedirectLoop(context, before)) ?? outcome;
  const isSending = isClick || action.action_type === 'keypress';
  const note = await describeTypedValue(isSending);
  await tabs.waitForPopups();
  const active = await tabs.active();
  if (active !== tab) await settleTab(active, now, signal);
  // Nobody hears the result of an action that was given up.
  signal.throwIfAborted();
  const events = tabs.takeEvents();
  // A window that closes takes its page along, which can tell of no change.
  const isElsewhere = active !== tab || tabs.count() !== tabsBefore;
  const hasMore = events.length > 0 || isElsewhere;
  const denied =
    deniedNavigation({ ...context, tab: active }, startedAt) ?? deniedNavigation(context, startedAt);
  const final = finalOutcome(outcome, settled, hasMore, denied);
  const result: ActionResult = {
    status: final.status,
    ...(final.code === undefined ? {} : { code: final.code }),
    message: note === null ? final.message : `${final.message} ${note}`,
    ...(final.target === undefined ? {} : { target: final.target }),
    ...(final.dropTarget === undefined ? {} : { dropTarget: final.dropTarget }),
    ...(final.httpStatus === undefined ? {} : { httpStatus: final.httpStatus }),
    dispatch: final.dispatch ?? 'none',
    ...(final.readBack === undefined ? {} : { readBack: final.readBack }),
    ...(final.effect === undefined ? {} : { effect: final.effect }),
    settle: settled?.settle ?? { reason: 'none', durationMs: 0 },
    durationMs: Math.round(now() - startedAt),
    urlBefore,
    urlAfter: active.url(),
    events:
      settled?.hasNavigated && active === tab
        ? [...earlier, ...events, { type: 'navigation', url: tab.url() }]
        : [...earlier, ...events],
  };
  return secrets.maskAll(result);
}

/** Returns the outcome for a page that navigates, closes or is busy during an action; rethrows everything else. */
function outcomeOfError(cause: unknown, tab: ActionTab, signal: AbortSignal): ActionOutcome {
  if (RunwrightError.is(cause) || signal.aborted || tab.hasCrashed()) throw cause;
  if (isTimeout(cause)) {
    return failed('timeout', 'The page is busy and does not answer. Wait, or load it again.', {
      dispatch: 'pointer',
    });
  }
  if (tab.isClosed()) return done('The tab closed.', { dispatch: 'pointer' });
  return failed(
    'stale_target',
    `The page changed during the action (\`${errorReason(cause)}\`). Read it again.`,
    { dispatch: 'pointer' },
  );
}

function isTimeout(cause: unknown): boolean {
  return (
    cause instanceof Error && (cause.name === 'TimeoutError' || /timeout|timed out/i.test(cause.message))
  );
}

/** The frames that an action's elements stand in: their changes count as those of the main one do. */
async function framesOf(
  tab: ActionTab,
  action: PageAction,
  limits: CallLimits,
): Promise<readonly FrameChannel[]> {
  const fields: readonly unknown[] = Object.entries(action).flatMap(([name, value]) =>
    ['id', 'ids', 'from', 'to'].includes(name) ? value : [],
  );
  const ids = fields.filter((id): id is string => typeof id === 'string' && /^\*?[a-z]+\d+$/.test(id));
  const found = await Promise.all(
    // Elements of the main frame are in the frame that is watched anyway.
    ids.filter((id) => !/^\*?a\d/.test(id)).map((id) => tab.reader.find(id.replace('*', ''), limits)),
  );
  const frames = found.flatMap((element) =>
    element ? [element.frame, ...element.around.map(({ frame }) => frame)] : [],
  );
  return [...new Map(frames.map((frame) => [frame.frameId, frame])).values()];
}

async function settleAfter(outcome: ActionOutcome, watch: Watch): Promise<Settled | null> {
  if (outcome.settled) return outcome.settled;
  if (outcome.dispatch === 'none' || outcome.dispatch === undefined) return null;
  return watch.settle({ onlyChanges: outcome.wait === 'changes' || outcome.wait === 'done' });
}

/** Returns the outcome of an action after the effect on the page is known; `hasMore` stands for events and changes of tabs. */
function finalOutcome(
  outcome: ActionOutcome,
  settled: Settled | null,
  hasMore: boolean,
  denied: ActionOutcome | null,
): ActionOutcome {
  if (denied && outcome.status === 'ok')
    return {
      ...denied,
      ...(outcome.target ? { target: outcome.target } : {}),
      dispatch: outcome.dispatch ?? 'none',
    };
  if (outcome.status !== 'ok' || !outcome.needsEffect || !settled) return outcome;
  if (settled.isFocusOnly && !hasMore) {
    return { ...outcome, message: `${outcome.message} The focus moved, and nothing else has changed.` };
  }
  if (settled.hasEffect || hasMore) return outcome;
  return { ...outcome, status: 'no_effect', message: `${outcome.message} Nothing on the page has changed.` };
}
