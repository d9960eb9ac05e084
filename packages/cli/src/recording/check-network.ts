import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RunwrightError } from '@runwright/contract';
import { networkFolder } from './recorded-run.ts';

/**
 * Checks the network of a recording before a browser replays it: an answer whose status or headers are of another type fails in
 * the browser library where no call waits for it, which ends the process. Throws `invalid_input`.
 */
export async function checkNetwork(dir: string): Promise<void> {
  const folder = networkFolder(dir);
  // A run without a browser has none.
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.endsWith('.har'))) {
    const file = join(folder, name);
    const problem = findProblem(await readFile(file, 'utf8'));
    if (problem === null) continue;
    throw new RunwrightError('invalid_input', `Cannot replay \`${file}\`: ${problem}. Record the run again.`);
  }
}

function findProblem(text: string): string | null {
  let archive: unknown;
  try {
    archive = JSON.parse(text);
  } catch {
    return 'it is no JSON';
  }
  const log = isObject(archive) ? archive.log : null;
  const entries = isObject(log) ? log.entries : null;
  if (!Array.isArray(entries)) return 'it is no HTTP Archive';
  const at = entries.findIndex((entry) => !isEntry(entry));
  return at < 0 ? null : `its entry ${at + 1} is not a request with an answer that it holds`;
}

function isEntry(entry: unknown): boolean {
  if (!isObject(entry) || !isObject(entry.request) || !isObject(entry.response)) return false;
  const { request, response } = entry;
  return (
    typeof request.method === 'string' &&
    typeof request.url === 'string' &&
    isHeaders(request.headers) &&
    Number.isInteger(response.status) &&
    isHeaders(response.headers) &&
    isContent(response.content)
  );
}

function isHeaders(headers: unknown): boolean {
  return (
    Array.isArray(headers) &&
    headers.every(
      (header) => isObject(header) && typeof header.name === 'string' && typeof header.value === 'string',
    )
  );
}

/** A content outside of the archive would be read from any path. */
function isContent(content: unknown): boolean {
  if (!isObject(content) || content._file !== undefined) return false;
  return content.text === undefined || typeof content.text === 'string';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
