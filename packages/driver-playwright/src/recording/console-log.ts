import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import { parseOrigin, type Secrets } from '../common/secrets.ts';
import type { RecordingSource } from './recording-source.ts';

/** Most characters; later lines are counted and left out. */
const maximumLength = 2_000_000;
const maximumLine = 4_000;

/** Follows what the pages of a context write to their console, and the errors that nobody caught. */
export function recordConsole(
  context: BrowserContext,
  isOurs: (page: Page | null) => boolean,
  secrets: Pick<Secrets, 'mask'>,
): RecordingSource {
  const lines: { readonly line: string; readonly from: readonly string[] }[] = [];
  let length = 0;
  let leftOut = 0;

  const add = (at: number, level: string, text: string, place: string, page: Page | null): void => {
    const line = `${new Date(at).toISOString()} ${level.padEnd(7)} ${cut(text, maximumLine)}${place && ` (${cut(place, 300)})`}`;
    if (length + line.length > maximumLength) {
      leftOut += 1;
      return;
    }
    length += line.length + 1;
    lines.push({ line, from: [parseOrigin(page?.url() ?? '')] });
  };
  const onConsole = (message: ConsoleMessage): void => {
    if (!isOurs(message.page())) return;
    const { url, line } = message.location();
    const place = url === '' ? (message.page()?.url() ?? '') : `${url}:${line + 1}`;
    add(message.timestamp(), message.type(), message.text(), place, message.page());
  };
  context.on('console', onConsole);
  context.on('weberror', (failure) => {
    if (!isOurs(failure.page())) return;
    const error = failure.error();
    const text = error.stack ?? error.message;
    add(Date.now(), 'uncaught', text, failure.page()?.url() ?? '', failure.page());
  });

  return {
    async take() {
      if (lines.length === 0) return null;
      const shown = lines.map(({ line, from }) => secrets.mask(line, from));
      const rest = leftOut === 0 ? [] : [`${leftOut} more lines are left out.`];
      return {
        type: 'browser_console_log',
        content: `${[...shown, ...rest].join('\n')}\n`,
        contentType: 'text/plain; charset=utf-8',
      };
    },
  };
}

/** On one line, as a log is read. */
function cut(text: string, length: number): string {
  const line = text.replaceAll(/\r?\n/g, ' ⏎ ').toWellFormed();
  return line.length <= length ? line : `${line.slice(0, length)} … ${line.length - length} more characters`;
}
