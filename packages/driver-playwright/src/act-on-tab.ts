import type {
  ActionResult,
  DecideDialog,
  EgressPolicy,
  OpenedFile,
  PageAction,
  PageEvent,
} from '@runwright/contract';
import { RunwrightError } from '@runwright/contract';
import type { CallLimits, FrameChannel } from '@runwright/page-reader';
import { awaitDownload } from './act/download.ts';
import type { ActionContext } from './act/hands.ts';
import { BusyPage, inputOf } from './act/input.ts';
import { verifyTypedValue } from './act/last-typed.ts';
import { deniedNavigation } from './act/navigate.ts';
import { done, failed, type Outcome } from './act/outcome.ts';
import { dispatchAction } from './act/perform.ts';
import { countNavigations, awaitResponse, abortRedirectLoop } from './act/wander.ts';
import type { EgressDenials } from './network/egress-denials.ts';
import { reasonOf } from './common/error.ts';
import type { Secrets } from './common/secrets.ts';
import { type Settled, settleTab, startWatch, type Watch } from './settle.ts';
import type { Tab, Tabs } from './tabs/tabs.ts';

/** Where an action is carried out, and by whose rules. */
export interface ExecuteActionOptions {
  readonly tab: Tab;
  readonly tabs: Tabs;
  /** The view that the action was planned on, and whether it is the newest one. */
  readonly epoch: number;
  readonly isCurrent: boolean;
  readonly secrets: Secrets;
  readonly egress: EgressPolicy;
  readonly proxy: EgressDenials;
  readonly decideDialog: DecideDialog | undefined;
  readonly file: ((reference: string) => Promise<OpenedFile>) | undefined;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** One call into the page during an action. */
const callMs = 5_000;

/** Carries one action out, waits until the page stands still, and says what came of it. */
export async function executeAction(scene: ExecuteActionOptions, action: PageAction): Promise<ActionResult> {
  const { tabs } = scene;
  // What happened since the last action is told, and is no effect of this one.
  const earlier = tabs.takeEvents();
  const ends: (() => void)[] = [];
  try {
    return await execute(scene, action, earlier, ends);
  } catch (cause) {
    tabs.restoreEvents(earlier);
    throw cause;
  } finally {
    for (const end of ends) end();
  }
}

/** `ends` takes what has to be ended, however the action ends; each may be called more than once. */
async function execute(
  scene: ExecuteActionOptions,
  action: PageAction,
  earlier: readonly PageEvent[],
  ends: (() => void)[],
): Promise<ActionResult> {
  const { decideDialog, ...rest } = scene;
  const { tab, tabs, now, signal, secrets } = rest;
  const startedAt = now();
  const urlBefore = tab.page.url();
  const limits: CallLimits = { timeoutMs: callMs, signal };
  const frames = await framesOf(tab, action, limits);
  const watchNow = async (): Promise<Watch> => {
    const watch = await startWatch({ channel: tab.channel, activity: tab.activity, frames, now, signal });
    ends.push(watch.end);
    return watch;
  };
  const hands: ActionContext = { ...rest, page: tab.page, input: inputOf(tab.page), limits, watch: watchNow };
  const watch = await watchNow();
  const lookAgain = verifyTypedValue(tab);
  const before = countNavigations(tab);
  const known = tabs.downloads.count();
  const isClick = action.action_type === 'click';
  ends.push(tab.dialogs.setRules({ answer: isClick ? action.on_dialog : undefined, decide: decideDialog }));
  let outcome = await dispatchAction(hands, action).catch((cause: unknown) => outcomeOfError(cause, tab, signal));
  await tab.dialogs.waitUntilAnswered();
  const arriving = isClick && action.download === true ? awaitDownload(hands, known, outcome) : null;
  const settled = await settleAfter(outcome, watch);
  // An action that ends early leaves watches that nobody waits for.
  for (const end of ends) end();
  outcome = (await arriving) ?? outcome;
  outcome = (await awaitResponse(hands, startedAt)) ?? (await abortRedirectLoop(hands, before)) ?? outcome;
  const isSending = isClick || action.action_type === 'keypress';
  const note = await lookAgain(isSending);
  await tabs.waitForPopups();
  const active = await tabs.active();
  if (active !== tab) await settleTab(active, now, signal);
  // Nobody hears the result of an action that was given up.
  signal.throwIfAborted();
  const events = tabs.takeEvents();
  const final = finalOutcome(outcome, settled, events.length > 0, deniedNavigation(hands, startedAt));
  const result: ActionResult = {
    status: final.status,
    ...(final.code === undefined ? {} : { code: final.code }),
    message: note === null ? final.message : `${final.message} ${note}`,
    ...(final.target === undefined ? {} : { target: final.target }),
    dispatch: final.dispatch ?? 'none',
    ...(final.readBack === undefined ? {} : { readBack: final.readBack }),
    ...(final.effect === undefined ? {} : { effect: final.effect }),
    settle: settled?.settle ?? { reason: 'none', durationMs: 0 },
    durationMs: Math.round(now() - startedAt),
    urlBefore,
    urlAfter: active.page.url(),
    events:
      settled?.hasNavigated && active === tab
        ? [...earlier, ...events, { type: 'navigation', url: tab.page.url() }]
        : [...earlier, ...events],
  };
  return secrets.maskAll(result);
}

/** A page that moves on, or closes, in the middle of an action; everything else is thrown on. */
function outcomeOfError(cause: unknown, tab: Tab, signal: AbortSignal): Outcome {
  if (RunwrightError.is(cause) || signal.aborted || tab.hasCrashed()) throw cause;
  if (cause instanceof BusyPage || isTimeout(cause)) {
    return failed('timeout', 'The page is busy and does not answer. Wait, or load it again.', {
      dispatch: 'pointer',
    });
  }
  if (tab.page.isClosed()) return done('The tab closed.', { dispatch: 'pointer' });
  return failed(
    'stale_target',
    `The page changed during the action (\`${reasonOf(cause)}\`). Read it again.`,
    { dispatch: 'pointer' },
  );
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof Error && /timeout|timed out/i.test(cause.message);
}

/** The frames that an action's elements stand in: their changes count as those of the main one do. */
async function framesOf(tab: Tab, action: PageAction, limits: CallLimits): Promise<readonly FrameChannel[]> {
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

async function settleAfter(outcome: Outcome, watch: Watch): Promise<Settled | null> {
  if (outcome.settled) return outcome.settled;
  if (outcome.dispatch === 'none' || outcome.dispatch === undefined) return null;
  return watch.settle({ onlyChanges: outcome.wait === 'changes' || outcome.wait === 'done' });
}

/** What an action came to, once it is known what the page made of it. */
function finalOutcome(
  outcome: Outcome,
  settled: Settled | null,
  hasEvents: boolean,
  denied: Outcome | null,
): Outcome {
  if (denied && outcome.status === 'ok')
    return {
      ...denied,
      ...(outcome.target ? { target: outcome.target } : {}),
      dispatch: outcome.dispatch ?? 'none',
    };
  if (outcome.status !== 'ok' || !outcome.needsEffect || !settled) return outcome;
  if (settled.hasEffect || hasEvents) return outcome;
  return { ...outcome, status: 'no_effect', message: `${outcome.message} Nothing on the page has changed.` };
}
