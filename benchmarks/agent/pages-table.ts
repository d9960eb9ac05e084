import type { LanguageModel } from '@runwright/contract';
import { openaiModel } from '@runwright/model-openai';
import { scriptedEndpoint } from '@runwright/testing';
import { machine } from '../machine.ts';
import { environmentModel } from './environment-model.ts';
import { type MeasuredTask, measureTask, prefixShare, promptTokens } from './measure-task.ts';
import { policyScript } from './policy-script.ts';
import { serveFolder } from './serve-folder.ts';
import { readTaskPages, type TaskPage } from './task-pages.ts';
import type { BenchmarkTask } from './tasks.ts';

/** What the agent costs on the task pages of a folder: with the configured model, else with the policy of each page. */
export async function pagesTable(folder: string): Promise<string> {
  const real = environmentModel();
  const pages = await readTaskPages(folder);
  const site = await serveFolder(folder);
  const notes: string[] = [];
  const rows: string[] = [];
  try {
    for (const page of pages) {
      if (!real && page.policy === undefined) {
        notes.push(`${page.path}: skipped, it has no policy; set OPENAI_API_KEY for a model`);
        continue;
      }
      const measured = real ? await measure(page, site.url, real) : await measureScripted(page, site.url);
      rows.push(row(page, measured));
      if (measured.failureReason !== null) notes.push(`${page.path}: ${measured.failureReason}`);
    }
  } finally {
    await site.close();
  }
  if (pages.length === 0) notes.push(`no page below ${folder} has a task`);
  return [
    `## agent: calls and prompt tokens of task pages, ${real ? `model ${real.id}` : 'scripted policy'}`,
    '',
    `${machine()}; tokens by o200k, messages and schema; prefix: share of each act prompt after the first that is the beginning of the one before; cached: share of the prompt tokens that the provider read from its cache`,
    '',
    '| task | status | as expected | seconds | calls | act | tokens of act | verify | extract | other | prefix | cached |',
    '|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...rows,
    '',
    ...notes.map((note) => `- ${note}`),
    '',
  ].join('\n');
}

function measure(page: TaskPage, site: string, model: LanguageModel): Promise<MeasuredTask> {
  return measureTask(taskOf(page), { site, model, aria: false });
}

async function measureScripted(page: TaskPage, site: string): Promise<MeasuredTask> {
  const endpoint = await scriptedEndpoint({ script: policyScript(page) });
  try {
    const { apiKey, url: baseUrl, model } = endpoint;
    return await measure(page, site, openaiModel({ apiKey, baseUrl, model }));
  } finally {
    await endpoint.close();
  }
}

function taskOf({ path, goal, extract }: TaskPage): BenchmarkTask {
  return {
    name: path,
    blocks: (site) => [
      {
        block_type: 'task',
        label: 'task',
        url: `${site}/${path.split('/').map(encodeURIComponent).join('/')}`,
        navigation_goal: goal,
        ...(extract
          ? { data_extraction_goal: extract.goal, ...(extract.schema ? { data_schema: extract.schema } : {}) }
          : {}),
      },
    ],
  };
}

function row({ path, expect }: TaskPage, { status, seconds, calls, lastText }: MeasuredTask): string {
  const of = (purpose: string) => calls.filter((call) => call.purpose === purpose);
  const [act, verify, extract] = [of('act'), of('verify'), of('extract')];
  const known = promptTokens([...act, ...verify, ...extract]);
  const sum = (member: 'input' | 'cached') => calls.reduce((total, call) => total + call[member], 0);
  const isExpected = expect === undefined ? '–' : lastText.toLowerCase().includes(expect.toLowerCase());
  return `| ${[
    path,
    status,
    isExpected === true ? 'yes' : isExpected === false ? 'no' : isExpected,
    seconds.toFixed(1),
    calls.length,
    act.length,
    promptTokens(act),
    promptTokens(verify),
    promptTokens(extract),
    promptTokens(calls) - known,
    prefixShare(act)?.toFixed(2) ?? '–',
    sum('cached') === 0 ? '–' : (sum('cached') / sum('input')).toFixed(2),
  ].join(' | ')} |`;
}
