import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, extname, join, relative, resolve, sep } from 'node:path';
import { readExpectedTargets } from '@runwright/fixtures/recall/expected-targets';
import {
  type MeasuredSite,
  type Measurement,
  openMeasuredSite,
  type SiteResponse,
} from '@runwright/fixtures/recall/measured-site';
import { scoreProblems, total } from '@runwright/fixtures/recall/score';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Page } from 'playwright-core';
import { machine, median } from '../machine.ts';
import { ariaRecall, ariaSnapshot } from '../page-reader/aria.ts';

/** What one page came to. */
interface Saved {
  readonly path: string;
  readonly reading: Measurement;
  readonly tokens: number;
  readonly ariaTokens: number;
  readonly ariaRecall: number;
}

const shownFaults = 60;
const faultsOfPage = 5;

/**
 * Recall, precision and tokens on pages that are not ours, one group for each folder below `pages` that holds HTML files.
 * The pages stay where they are: fetch MiniWoB++, the examples of the ARIA Authoring Practices Guide or any other set into
 * a folder. Without one nothing is measured and a line says so.
 */
export async function savedPages(pages: string): Promise<string> {
  const head = '## saved-pages\n';
  if (!pages) return `${head}\nskipped: name a folder of HTML pages, such as saved-pages=./pages\n`;
  const folder = resolve(pages);
  const groups = Map.groupBy(await htmlIn(folder), dirname);
  if (groups.size === 0) return `${head}\nskipped: no file below ${folder} ends in .html\n`;
  const room = await openMeasuredSite((path) => fileAt(folder, path));
  try {
    const rows: string[] = [];
    const notes: string[] = [];
    for (const [group, paths] of groups) {
      const saved: Saved[] = [];
      for (const path of paths) {
        const result = await visit(room, path).catch((cause: unknown) => String(cause).split('\n')[0]);
        if (typeof result === 'object') saved.push(result);
        else notes.push(`${path}: could not be read: ${result}`);
      }
      rows.push(rowOf(group, saved));
      for (const { path, reading } of saved) {
        const missed = scoreProblems({ ...reading.score, extra: [] }).map((fault) => `${path}: ${fault}`);
        notes.push(...missed.slice(0, faultsOfPage));
        if (missed.length > faultsOfPage) notes.push(`${path}: missed ${missed.length - faultsOfPage} more`);
      }
    }
    return [
      head,
      `${machine()}; tokens by o200k; aria is ariaSnapshot({mode: 'ai'}) of the same page`,
      '',
      '| group | pages | targets | recall | aria | precision | tokens | aria | share (median) |',
      '|---|---:|---:|---:|---:|---:|---:|---:|---:|',
      ...rows,
      '',
      ...notes.slice(0, shownFaults).map((note) => `- ${note}`),
      ...(notes.length > shownFaults ? [`- and ${notes.length - shownFaults} more`] : []),
      '',
    ].join('\n');
  } finally {
    await room.close();
  }
}

async function visit(room: MeasuredSite, path: string): Promise<Saved> {
  // The page before may be on its way elsewhere, and would take this one along.
  await room.page.goto('about:blank').catch(() => undefined);
  const reading = await room.measure(`/${path}`, { before: begin });
  const { text } = await ariaSnapshot(room.page);
  return {
    ...{ path, reading, tokens: countTokens(reading.view.text), ariaTokens: countTokens(text) },
    ariaRecall: await ariaRecall(room.page, await readExpectedTargets(room.page, room.page.context())),
  };
}

/** A page of MiniWoB++ waits behind a cover until its task begins, and ends the task after some seconds. */
async function begin(page: Page): Promise<void> {
  await page.evaluate(`if (typeof core === 'object' && typeof core.startEpisodeReal === 'function') {
    Math.seedrandom?.('1');
    core.EPISODE_MAX_TIME = 1e9;
    core.startEpisodeReal();
    const cover = document.getElementById('sync-task-cover');
    if (cover) cover.style.display = 'none';
  }`);
}

function rowOf(group: string, saved: readonly Saved[]): string {
  const all = total(saved.map(({ reading: { score, view } }) => ({ score, listed: view.stats.listed })));
  const sum = (of: (one: Saved) => number): number => saved.reduce((before, one) => before + of(one), 0);
  const ariaFound = sum(({ ariaRecall, reading }) => ariaRecall * reading.score.required);
  const cells = [
    ...[group, saved.length, all.required, all.recall.toFixed(3)],
    (all.required === 0 ? 1 : ariaFound / all.required).toFixed(3),
    all.precision.toFixed(3),
    sum(({ tokens }) => tokens),
    sum(({ ariaTokens }) => ariaTokens),
    median(saved.map(({ tokens, ariaTokens }) => tokens / ariaTokens)).toFixed(2),
  ];
  return `| ${cells.join(' | ')} |`;
}

async function htmlIn(folder: string): Promise<readonly string[]> {
  const all = await readdir(folder, { recursive: true });
  return all
    .filter((path) => extname(path) === '.html')
    .map((path) => path.split(sep).join('/'))
    .toSorted();
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** A file below the folder and nowhere else. */
async function fileAt(folder: string, path: string): Promise<SiteResponse | null> {
  const file = resolve(join(folder, decodeURIComponent(path)));
  if (relative(folder, file).startsWith('..')) return null;
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) return null;
  return { type: types[extname(file)] ?? 'application/octet-stream', body: await readFile(file) };
}
