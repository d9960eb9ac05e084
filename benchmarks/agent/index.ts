import { agentBlocks } from '@runwright/agent';
import type { BrowserDriver } from '@runwright/contract';
import { createEngine, egressPolicy } from '@runwright/core';
import { playwrightDriver } from '@runwright/driver-playwright';
import { openaiModel } from '@runwright/model-openai';
import { demoCredentials, demoScript, demoSite, scriptedEndpoint } from '@runwright/testing';
import type { BrowserContext } from 'playwright-core';
import { machine } from '../machine.ts';
import { ariaSnapshot } from '../page-reader/aria.ts';
import { withTempFolder } from '../with-temp-folder.ts';
import { type ObservedCall, observedModel } from './observed-model.ts';
import { type BenchmarkTask, demoTasks } from './tasks.ts';

const wantedShareOfAria = 0.6;
const wantedPrefix = 0.8;

/**
 * What the agent costs on the demo site with a scripted policy: calls and prompt tokens by purpose, the share of a prompt that is
 * the beginning of the one before, and the tokens beside the same prompts with the aria snapshot in place of the page view.
 */
export async function agent(): Promise<string> {
  const site = await demoSite();
  const endpoint = await scriptedEndpoint({ script: demoScript });
  try {
    const rows: string[] = [];
    for (const task of demoTasks(demoCredentials)) {
      rows.push(await withTempFolder((folder) => measure(task, { folder, site: site.url, endpoint })));
    }
    return [
      '## agent: calls and prompt tokens of tasks on the demo site, scripted policy',
      '',
      `${machine()}; tokens by o200k, messages and schema; wanted: act at most ${wantedShareOfAria} of the same prompt with the aria snapshot, at least ${wantedPrefix} of each prompt after the first is the beginning of the one before`,
      '',
      '| task | status | seconds | calls | act | tokens of act | with aria | share | prefix | verify | extract |',
      '|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
      ...rows,
      '',
    ].join('\n');
  } finally {
    await endpoint.close();
    await site.close();
  }
}

async function measure(
  task: BenchmarkTask,
  options: {
    readonly folder: string;
    readonly site: string;
    readonly endpoint: Awaited<ReturnType<typeof scriptedEndpoint>>;
  },
): Promise<string> {
  const { folder, site, endpoint } = options;
  const calls: ObservedCall[] = [];
  const driver = playwrightDriver({ stateFolder: folder });
  let context: BrowserContext | null = null;
  const browser: BrowserDriver = {
    ...driver,
    async open(how) {
      const session = await driver.open(how);
      context = session.native as BrowserContext;
      return session;
    },
  };
  const snapshot = async (): Promise<string | null> => {
    const page = context?.pages().at(-1);
    return page ? (await ariaSnapshot(page)).text : null;
  };
  const model = openaiModel({ apiKey: endpoint.apiKey, baseUrl: endpoint.url, model: endpoint.model });
  const engine = await createEngine({
    blocks: agentBlocks(),
    drivers: {
      browser,
      model: observedModel(model, calls, snapshot),
      egress: egressPolicy({ allowedHosts: [new URL(site).host] }),
    },
  });
  try {
    await engine.start();
    const { organizationId } = await engine.organizations.first();
    const workflow = await engine.workflows.create(organizationId, {
      title: task.name,
      workflow_definition: { parameters: [], blocks: task.blocks(site) },
    });
    const startedAt = performance.now();
    const started = await engine.runs.start(
      { workflow_id: workflow.workflowPermanentId },
      { organizationId },
    );
    const run = await engine.runs.finished(organizationId, started.runId);
    return row(task.name, run.status, (performance.now() - startedAt) / 1_000, calls);
  } finally {
    await engine.close();
    await driver.close();
  }
}

function row(name: string, status: string, seconds: number, calls: readonly ObservedCall[]): string {
  const of = (purpose: string) => calls.filter((call) => call.purpose === purpose);
  const sum = (some: readonly ObservedCall[]) => some.reduce((total, { tokens }) => total + tokens, 0);
  const act = of('act');
  const aria = act.reduce((total, { ariaTokens, tokens }) => total + (ariaTokens ?? tokens), 0);
  const later = act.slice(1).map((call, index) => ({
    length: call.text.length,
    common: commonPrefix(call.text, act[index]?.text ?? ''),
  }));
  const prefix =
    later.reduce((total, { common }) => total + common, 0) /
    later.reduce((total, { length }) => total + length, 0);
  return `| ${[
    name,
    status,
    seconds.toFixed(1),
    calls.length,
    act.length,
    sum(act),
    aria,
    (sum(act) / aria).toFixed(2),
    later.length === 0 ? '–' : prefix.toFixed(2),
    sum(of('verify')),
    sum(of('extract')),
  ].join(' | ')} |`;
}

function commonPrefix(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
