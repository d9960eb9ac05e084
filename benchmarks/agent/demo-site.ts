import { openaiModel } from '@runwright/model-openai';
import { demoCredentials, demoScript, demoSite, scriptedEndpoint } from '@runwright/testing';
import { machine } from '../machine.ts';
import { type MeasuredTask, measureTask, prefixShare, promptTokens } from './measure-task.ts';
import { demoTasks } from './tasks.ts';

const wantedShareOfAria = 0.6;
const wantedPrefix = 0.8;

/**
 * What the agent costs on the demo site with a scripted policy: calls and prompt tokens by purpose, the share of a prompt that is
 * the beginning of the one before, and the tokens beside the same prompts with the aria snapshot in place of the page view.
 */
export async function demoTable(): Promise<string> {
  const site = await demoSite();
  const endpoint = await scriptedEndpoint({ script: demoScript });
  const model = openaiModel({ apiKey: endpoint.apiKey, baseUrl: endpoint.url, model: endpoint.model });
  try {
    const rows: string[] = [];
    for (const task of demoTasks(demoCredentials)) {
      rows.push(row(task.name, await measureTask(task, { site: site.url, model, aria: true })));
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

function row(name: string, { status, seconds, calls }: MeasuredTask): string {
  const of = (purpose: string) => calls.filter((call) => call.purpose === purpose);
  const act = of('act');
  const aria = act.reduce((total, { ariaTokens, tokens }) => total + (ariaTokens ?? tokens), 0);
  return `| ${[
    name,
    status,
    seconds.toFixed(1),
    calls.length,
    act.length,
    promptTokens(act),
    aria,
    (promptTokens(act) / aria).toFixed(2),
    prefixShare(act)?.toFixed(2) ?? '–',
    promptTokens(of('verify')),
    promptTokens(of('extract')),
  ].join(' | ')} |`;
}
