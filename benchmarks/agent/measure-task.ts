import { agentBlocks } from '@runwright/agent';
import type { BrowserDriver, BrowserSession, LanguageModel } from '@runwright/contract';
import { createEngine, egressPolicy } from '@runwright/core';
import { playwrightDriver } from '@runwright/driver-playwright';
import type { BrowserContext } from 'playwright-core';
import { ariaSnapshot } from '../page-reader/aria.ts';
import { withTempFolder } from '../with-temp-folder.ts';
import { type ObservedCall, observedModel } from './observed-model.ts';
import type { BenchmarkTask } from './tasks.ts';

/** What a task came to. */
export interface MeasuredTask {
  readonly status: string;
  readonly failureReason: string | null;
  readonly seconds: number;
  readonly calls: readonly ObservedCall[];
  /** Text of the last page; empty when no page was open. */
  readonly lastText: string;
}

/** Executes one task in an engine and a browser of its own. `aria`: also counts prompts with the aria snapshot of each page. */
export function measureTask(
  task: BenchmarkTask,
  { site, model, aria }: { readonly site: string; readonly model: LanguageModel; readonly aria: boolean },
): Promise<MeasuredTask> {
  return withTempFolder(async (stateFolder) => {
    const calls: ObservedCall[] = [];
    const watched = watchPages(playwrightDriver({ stateFolder }));
    const snapshot = async (): Promise<string | null> => {
      const page = aria ? watched.page() : undefined;
      return page ? (await ariaSnapshot(page)).text : null;
    };
    const engine = await createEngine({
      blocks: agentBlocks(),
      drivers: {
        browser: watched.driver,
        model: observedModel(model, calls, snapshot),
        egress: egressPolicy({ allowedHosts: [new URL(site).host] }),
      },
    });
    try {
      await engine.start();
      const { organizationId } = await engine.organizations.first();
      const { workflowPermanentId } = await engine.workflows.create(
        organizationId,
        engine.workflows.parse({
          title: task.name,
          workflow_definition: { parameters: [], blocks: task.blocks(site) },
        }),
      );
      const startedAt = performance.now();
      const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
      const { status, failureReason } = await engine.runs.finished(organizationId, runId);
      const seconds = (performance.now() - startedAt) / 1_000;
      await engine.close();
      return { status, failureReason, seconds, calls, lastText: watched.lastText() };
    } finally {
      await engine.close();
      await watched.driver.close();
    }
  });
}

/** Returns the sum of the prompt tokens of some calls. */
export function promptTokens(calls: readonly ObservedCall[]): number {
  return calls.reduce((total, { tokens }) => total + tokens, 0);
}

/** Returns the share of each prompt that is the beginning of the one before, the first prompt left out; null for one prompt. */
export function prefixShare(calls: readonly ObservedCall[]): number | null {
  const later = calls.slice(1).map((call, index) => ({
    length: call.text.length,
    common: commonPrefix(call.text, calls[index]?.text ?? ''),
  }));
  if (later.length === 0) return null;
  const sum = (of: 'length' | 'common') => later.reduce((total, each) => total + each[of], 0);
  return sum('common') / sum('length');
}

function commonPrefix(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** Returns a driver whose pages can be looked at, and the text of the last page after its browser was closed. */
function watchPages(driver: ReturnType<typeof playwrightDriver>) {
  let context: BrowserContext | null = null;
  let text = '';
  const page = () => context?.pages().at(-1);
  const watched = (session: BrowserSession): BrowserSession =>
    new Proxy(session, {
      get(target, name) {
        if (name !== 'close') return Reflect.get(target, name);
        return async () => {
          text =
            (await page()
              ?.evaluate('document.body.innerText')
              .then(String, () => '')) ?? '';
          context = null;
          await target.close();
        };
      },
    });
  const own: BrowserDriver = {
    ...driver,
    async open(how) {
      const session = await driver.open(how);
      context = session.native as BrowserContext;
      return watched(session);
    },
  };
  return { driver: own, page, lastText: () => text };
}
