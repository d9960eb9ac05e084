import type { ActionResult, BrowserSession, OpenOptions, PageDriver, PageView } from '@runwright/contract';
import { RunwrightError } from '@runwright/contract';
import type { CallLimits, ReadPageRequest } from '@runwright/page-reader';
import type { BrowserContext } from 'playwright-core';
import type { Hands } from './act/hands.ts';
import { BusyPage, inputOf } from './act/input.ts';
import { deniedOnTheWay } from './act/navigate.ts';
import { done, failed, type Outcome } from './act/outcome.ts';
import { perform } from './act/perform.ts';
import type { EgressProxy } from './egress-proxy.ts';
import { browserFailed, reasonOf, stopIfCanceled } from './error.ts';
import { screenshot } from './screenshot.ts';
import { secretsOf } from './secrets.ts';
import { type Settled, startWatch, type Watch } from './settle.ts';
import type { Tab, Tabs } from './tabs.ts';

/** What a session is made of; `end` closes the browser and everything that belongs to it. */
export interface SessionParts {
  readonly id: string;
  readonly context: BrowserContext;
  readonly tabs: Tabs;
  readonly proxy: EgressProxy;
  readonly options: OpenOptions;
  readonly about: BrowserSession['about'];
  readonly now: () => number;
  readonly end: () => Promise<void>;
}

/** One call into the page during an action. */
const callMs = 5_000;

/** The session that a run sees: reads, acts and pictures of the active tab. */
export function openSession(parts: SessionParts): BrowserSession<BrowserContext> {
  const { id, context, tabs, proxy, options, about, now, end } = parts;
  const secrets = secretsOf(options.reveal);
  const gone = new AbortController();
  let lastEpoch = 0;
  context.once('close', () => gone.abort(new RunwrightError('browser_failed', 'The browser is closed.')));

  /** Runs `work` on the active tab until it ends, the caller cancels or the browser is gone. */
  const withTab = async <Result>(
    wanted: string,
    signal: AbortSignal,
    work: (tab: Tab, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> => {
    stopIfCanceled(signal);
    const ended = AbortSignal.any([signal, gone.signal]);
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const stop = (): void => reject(ended.reason);
    ended.addEventListener('abort', stop, { once: true });
    if (ended.aborted) stop();
    try {
      const working = tabs.active().then(async (tab) => {
        if (tab.hasCrashed()) throw new Error('the page has crashed');
        return work(tab, ended);
      });
      return await Promise.race([working, aborted]);
    } catch (cause) {
      stopIfCanceled(signal);
      throw browserFailed(wanted, cause);
    } finally {
      ended.removeEventListener('abort', stop);
      aborted.catch(() => undefined);
    }
  };

  const read: PageDriver['read'] = (request) =>
    withTab('The page was to be read', request.signal, async (tab, signal) => {
      const wanted = { ...request, tab: tab.name, tabs: tabs.count(), signal };
      let view = await readWhole(tab, wanted);
      if (view.stats.empty && /^https?:/.test(view.url)) {
        await settleTab(tab, now, signal);
        view = await readWhole(tab, wanted);
      }
      lastEpoch = view.epoch;
      const { artifacts, ...rest } = view;
      return { ...secrets.maskAll(rest), artifacts: () => secrets.maskAll(artifacts()) };
    });

  /** A document that is replaced while it is read is read again when the next one stands still. */
  const readWhole = async (tab: Tab, wanted: ReadPageRequest): Promise<PageView> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await tab.reader.read(wanted);
      } catch (cause) {
        if (attempt === 3 || wanted.signal.aborted || tab.page.isClosed() || tab.hasCrashed()) throw cause;
        await settleTab(tab, now, wanted.signal);
      }
    }
  };

  const act: PageDriver['act'] = (action, when) =>
    withTab('An action was to be carried out', when.signal, async (tab, signal) => {
      const startedAt = now();
      const urlBefore = tab.page.url();
      const limits: CallLimits = { timeoutMs: callMs, signal };
      const watchNow = (): Promise<Watch> =>
        startWatch({ channel: tab.channel, activity: tab.activity, now, signal });
      const hands: Hands = {
        tab,
        page: tab.page,
        input: inputOf(tab.page),
        isCurrent: when.epoch >= lastEpoch,
        secrets,
        egress: options.egress,
        proxy,
        signal,
        limits,
        now,
        watch: watchNow,
      };
      tabs.takeEvents();
      const watch = await watchNow();
      const outcome = await perform(hands, action).catch((cause: unknown) => interrupted(cause, tab, signal));
      const settled = await settleAfter(outcome, watch);
      await tabs.arrived();
      const active = await tabs.active();
      if (active !== tab) await settleTab(active, now, signal);
      const events = tabs.takeEvents();
      const final = judged(outcome, settled, events.length > 0, deniedOnTheWay(hands, startedAt));
      const result: ActionResult = {
        status: final.status,
        ...(final.code === undefined ? {} : { code: final.code }),
        message: final.message,
        ...(final.target === undefined ? {} : { target: final.target }),
        dispatch: final.dispatch ?? 'none',
        settle: settled?.settle ?? { reason: 'none', durationMs: 0 },
        urlBefore,
        urlAfter: active.page.url(),
        events:
          settled?.hasNavigated && active === tab
            ? [...events, { type: 'navigation', url: tab.page.url() }]
            : events,
      };
      return secrets.maskAll(result);
    });

  const close = async (): Promise<void> => {
    await end();
    gone.abort(new RunwrightError('browser_failed', 'The browser is closed.'));
  };

  return {
    id,
    native: context,
    about,
    gone: gone.signal,
    page: {
      read,
      act,
      screenshot: ({ scrolls = 0, signal }) =>
        withTab('A screenshot was to be taken', signal, (tab, ended) =>
          screenshot(context, tab, scrolls, ended),
        ),
      html: ({ signal }) =>
        withTab('The document was to be taken', signal, async (tab) =>
          secrets.mask(await tab.page.content()),
        ),
      tabs: () => tabs.list(),
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The document as text, without its inner frames. */
async function _documentText({ channel }: Tab, signal: AbortSignal): Promise<string> {
  const limits: CallLimits = { timeoutMs: documentMs, signal };
  const frame = await channel.main(limits);
  const root = await frame.evaluate('document', limits);
  const text = await frame.call(root, serialise, [], limits);
  return typeof text === 'string' ? text.toWellFormed() : '';
}

const documentMs = 10_000;
const serialise = `function () {
  const type = this.doctype ? new XMLSerializer().serializeToString(this.doctype) : '';
  return type + (this.documentElement?.outerHTML ?? '');
}`;

/** A page that moves on, or closes, in the middle of an action; everything else is thrown on. */
function interrupted(cause: unknown, tab: Tab, signal: AbortSignal): Outcome {
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

/** A tab that came up during an action is waited for as well. */
async function settleTab({ channel, activity }: Tab, now: () => number, signal: AbortSignal): Promise<void> {
  await (await startWatch({ channel, activity, now, signal })).settle();
}

async function settleAfter(outcome: Outcome, watch: Watch): Promise<Settled | null> {
  if (outcome.dispatch === 'none' || outcome.dispatch === undefined) return null;
  return watch.settle({ onlyChanges: outcome.wait === 'changes' || outcome.wait === 'done' });
}

/** What an action came to, once it is known what the page made of it. */
function judged(
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
