import { type BrowserDownload, delimitData, type Json } from '@runwright/contract';
import { countItems } from './extract/merge-data.ts';
import { shortenJson, shortenText } from './shorten-json.ts';

/** What happened in a task, beside its data and its page, as a verifying model gets to see it. */
export interface VerificationEvidence {
  /** One line per action, oldest first. */
  readonly results: readonly string[];
  /** One line per JavaScript dialog that was answered. */
  readonly dialogs: readonly string[];
  readonly downloads: readonly BrowserDownload[];
}

/** Characters of the data. */
const maxDataLength = 8_000;
/** Lines of the last results, and characters of each line. */
const maxResults = 8;
const maxLineLength = 600;

/**
 * Formats the evidence as delimited data: the counts of the collected data with its first and last items, the downloads, the
 * dialogs and the last results. Nothing is cut without a sentence that says how much is left out.
 *
 * @param data null when nothing was collected
 * @param boundary boundary of the history
 */
export function evidenceTexts(
  data: Json,
  { results, dialogs, downloads }: VerificationEvidence,
  boundary: string,
): readonly string[] {
  const sections = [
    { name: 'data', lines: data === null ? [] : [countText(data), shortenJson(data, maxDataLength)] },
    { name: 'files', lines: downloads.map(downloadText) },
    { name: 'dialogs', lines: dialogs },
    { name: 'result', lines: results.slice(-maxResults) },
  ];
  return sections
    .filter(({ lines }) => lines.length > 0)
    .map(({ name, lines }) => {
      const shown = name === 'data' ? lines : lines.map((line) => shortenText(line, maxLineLength));
      return delimitData(name, boundary, shown.join('\n'));
    });
}

/** Counts the items of the data by list, such as `200 items: orders 198, notes 2`. */
function countText(data: Json): string {
  const count = countItems(data);
  const all = `${count} ${count === 1 ? 'item' : 'items'}`;
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return `${all}:`;
  const lists = Object.entries(data).flatMap(([name, member]) =>
    Array.isArray(member) ? [`${name} ${member.length}`] : [],
  );
  return lists.length === 0 ? `${all}:` : `${all} (${lists.join(', ')}):`;
}

function downloadText({ filename, size, status, reason }: BrowserDownload): string {
  return `${filename}, ${size} bytes, ${status}${reason === null ? '' : `: ${reason}`}`;
}
