import { readExpectedTargets } from '@runwright/fixtures/recall/expected-targets';
import {
  type MeasuredSite,
  openMeasuredSite,
  type SiteResponse,
} from '@runwright/fixtures/recall/measured-site';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { machine, median } from '../machine.ts';
import { ariaRecall, ariaSnapshot } from './aria.ts';
import { pages, type SizedPage } from './pages.ts';
import { smallPages } from './small-pages.ts';

const rounds = 15;
/** Of a page with more characters than this a snapshot takes seconds, and the truth minutes. */
const large = 1_000_000;
const roundsOfLarge = 3;

/**
 * What it costs to read a page, and what is found, against `page.ariaSnapshot({mode: 'ai'})` of the same playwright-core
 * in the same run: medians of 15 reads each. Tokens are counted with o200k. Recall is the share of the elements
 * that a person can use, found without either reader (`fixtures/src/recall`).
 */
export async function pageReader(): Promise<string> {
  const documents = new Map<string, string>();
  const room = await openMeasuredSite(async (path): Promise<SiteResponse | null> => {
    const body = path === '/' ? '<title>Start</title>' : documents.get(path);
    return body === undefined ? null : { type: 'text/html', body };
  });
  try {
    const rows: string[] = [];
    for (const [index, page] of pages.entries()) {
      documents.set(`/page-${index}`, page.html);
      for (const [path, html] of Object.entries(page.frames ?? {})) documents.set(path, html);
      rows.push(await rowOf(room, `/page-${index}`, page));
    }
    return [
      '## page-reader',
      '',
      `${machine()}; milliseconds, medians of ${rounds} reads each; ours against ariaSnapshot`,
      '',
      '| page | nodes | first | read | p95 | aria | times | tokens | aria | share | recall | aria | precision | not read |',
      '|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|',
      ...rows,
      '',
      await smallPages(),
    ].join('\n');
  } finally {
    await room.close();
  }
}

async function rowOf(room: MeasuredSite, path: string, page: SizedPage): Promise<string> {
  const { name, hangs = false } = page;
  await room.page.goto(room.url + path);
  const own: number[] = [];
  const aria: { readonly text: string; readonly ms: number }[] = [];
  let view = await room.read();
  const first = view.stats.readMs;
  const size = page.html.length;
  const times = size > large ? roundsOfLarge : rounds;
  for (let round = 0; round < times; round++) {
    view = await room.read();
    own.push(view.stats.readMs);
  }
  // One after the other: each leaves garbage behind that the other one would be charged for.
  for (let round = 0; round < times && !hangs; round++) aria.push(await ariaSnapshot(room.page));
  const p95 = own.toSorted((a, b) => a - b)[Math.ceil(0.95 * own.length) - 1] ?? Number.NaN;
  const ariaMs = median(aria.map(({ ms }) => ms));
  const tokens = countTokens(view.text);
  const ariaTokens = countTokens(aria.at(-1)?.text ?? '');
  const isMeasured = !hangs && size < large;
  const found = isMeasured ? await room.measureAgain() : null;
  const other = found
    ? await ariaRecall(room.page, await readExpectedTargets(room.page, room.page.context()))
    : null;
  const cells = [
    name,
    view.stats.nodes,
    first.toFixed(0),
    median(own).toFixed(0),
    p95.toFixed(0),
    hangs ? '-' : ariaMs.toFixed(0),
    hangs ? '-' : (median(own) / ariaMs).toFixed(2),
    tokens,
    hangs ? '-' : ariaTokens,
    hangs ? '-' : (tokens / ariaTokens).toFixed(2),
    found?.score.recall.toFixed(3) ?? '-',
    other?.toFixed(3) ?? '-',
    found?.score.precision.toFixed(3) ?? '-',
    view.stats.leftOut.filter((line) => line.startsWith('not read') || line.startsWith('frame')).join('; '),
  ];
  return `| ${cells.join(' | ')} |`;
}
