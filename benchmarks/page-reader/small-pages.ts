import { readdir } from 'node:fs/promises';
import { filesOf, openMeasuredSite } from '@runwright/fixtures/recall/measured-site';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { median } from '../machine.ts';
import { ariaSnapshot } from './aria.ts';

const root = new URL('../../fixtures/src/recall/pages/', import.meta.url).pathname;
const groups = ['tasks', 'patterns', 'apps'];

/** Tokens of one small page, and the milliseconds of the first read after it was opened. */
interface SmallPage {
  readonly tokens: number;
  readonly ariaTokens: number;
  readonly firstMs: number;
  readonly ariaFirstMs: number;
}

/**
 * Measures the pages of `fixtures/src/recall/pages` and prints medians for each group and for all: tokens of our text and
 * of the snapshot, their ratio, and the time of the first read. Each page is opened once for each reader.
 */
export async function smallPages(): Promise<string> {
  const measured: [string, readonly SmallPage[]][] = [];
  for (const group of groups) measured.push([group, await measureGroup(group)]);
  measured.push(['all', measured.flatMap(([, pages]) => pages)]);
  return [
    '### small pages',
    '',
    'medians over the pages of a group; the first read of a page that was just opened, in milliseconds',
    '',
    '| group | pages | tokens | aria | share | first | aria first | times |',
    '|---|---:|---:|---:|---:|---:|---:|---:|',
    ...measured.map(([group, pages]) => rowOf(group, pages)),
    '',
  ].join('\n');
}

async function measureGroup(group: string): Promise<readonly SmallPage[]> {
  const names = (await readdir(root + group)).filter((name) => name.endsWith('.html'));
  const room = await openMeasuredSite(filesOf(root + group));
  try {
    const pages: SmallPage[] = [];
    // Neither reader has read this document before.
    for (const name of names) {
      await room.page.goto(`${room.url}/${name}`);
      const startedAt = performance.now();
      const { text } = await room.read();
      const firstMs = performance.now() - startedAt;
      await room.page.goto(`${room.url}/${name}?snapshot`);
      const aria = await ariaSnapshot(room.page);
      pages.push({
        tokens: countTokens(text),
        ariaTokens: countTokens(aria.text),
        firstMs,
        ariaFirstMs: aria.ms,
      });
    }
    return pages;
  } finally {
    await room.close();
  }
}

function rowOf(group: string, pages: readonly SmallPage[]): string {
  const of = (pick: (page: SmallPage) => number): number => median(pages.map(pick));
  const cells = [
    group,
    pages.length,
    of(({ tokens }) => tokens).toFixed(0),
    of(({ ariaTokens }) => ariaTokens).toFixed(0),
    of(({ tokens, ariaTokens }) => tokens / ariaTokens).toFixed(2),
    of(({ firstMs }) => firstMs).toFixed(1),
    of(({ ariaFirstMs }) => ariaFirstMs).toFixed(1),
    (of(({ firstMs }) => firstMs) / of(({ ariaFirstMs }) => ariaFirstMs)).toFixed(2),
  ];
  return `| ${cells.join(' | ')} |`;
}
