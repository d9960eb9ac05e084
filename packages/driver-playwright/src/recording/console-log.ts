import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import { copyBeginning } from '../common/copy-beginning.ts';
import { findDocumentOrigin } from '../common/document-origin.ts';
import { monotonicNow } from '../common/monotonic-clock.ts';
import { maxBeyondShown, parseOrigin, type Secrets } from '../common/secrets.ts';
import { followMessageOrigins } from './message-origins.ts';
import type { RecordingSource } from './recording-source.ts';

/** Most characters; later lines are counted and left out. */
const maximumLength = 2_000_000;
const maximumLine = 4_000;
const maximumPlace = 300;

/** A line as it came; its texts are masked before they are cut. */
interface Line {
  readonly head: string;
  readonly text: KeptText;
  readonly place: KeptText;
  /** Returns the origins of the documents that it can be of. */
  readonly findOrigins: () => Promise<readonly string[]>;
}

interface KeptText {
  readonly kept: string;
  /** Characters that are not kept. */
  readonly rest: number;
}

/** Follows what the pages of a context write to their console, and the errors that nobody caught. */
export function recordConsole(
  context: BrowserContext,
  isOurs: (page: Page | null) => boolean,
  secrets: Pick<Secrets, 'mask' | 'isTypedApart'>,
): RecordingSource {
  const lines: Line[] = [];
  const origins = followMessageOrigins(context);
  let length = 0;
  let leftOut = 0;

  const add = (
    at: number,
    level: string,
    [text, place]: readonly [string, string],
    findOrigins: Line['findOrigins'],
  ): void => {
    if (secrets.isTypedApart(monotonicNow())) {
      leftOut += 1;
      return;
    }
    const line: Line = {
      head: `${new Date(at).toISOString()} ${level.padEnd(7)} `,
      text: keep(text, maximumLine),
      place: keep(place, maximumPlace),
      findOrigins,
    };
    const size = line.head.length + Math.min(text.length, maximumLine) + Math.min(place.length, maximumPlace);
    if (length + size > maximumLength) {
      leftOut += 1;
      return;
    }
    length += size + 1;
    lines.push(line);
  };
  const findPageOrigin = (page: Page | null): Promise<string> =>
    page ? findDocumentOrigin(page.mainFrame()) : Promise.resolve('null');
  const onConsole = (message: ConsoleMessage): void => {
    const page = message.page();
    if (!isOurs(page)) return;
    const { url, line } = message.location();
    const place = url === '' ? (page?.url() ?? '') : `${url}:${line + 1}`;
    const worker = message.worker();
    const otherwise = worker ? Promise.resolve(parseOrigin(worker.url())) : findPageOrigin(page);
    if (page && !worker) origins.follow(page);
    const at = message.timestamp();
    add(at, message.type(), [message.text(), place], async () => {
      const found = worker ? [] : origins.findByTime(at);
      return found.length > 0 ? found : [await otherwise];
    });
  };
  context.on('console', onConsole);
  context.on('weberror', (failure) => {
    const page = failure.page();
    if (!isOurs(page)) return;
    const error = failure.error();
    const text = error.stack ?? error.message;
    const otherwise = findPageOrigin(page);
    if (page) origins.follow(page);
    const beginning = copyBeginning(text, maximumLine);
    add(Date.now(), 'uncaught', [text, page?.url() ?? ''], async () => {
      const found = origins.findByError(beginning);
      return found.length > 0 ? found : [await otherwise];
    });
  });

  const show = async ({ head, text, place, findOrigins }: Line): Promise<string> => {
    const from = await findOrigins();
    const mask = (kept: string): string => secrets.mask(kept, from);
    const shownPlace = cut(place, maximumPlace, mask);
    return `${head}${cut(text, maximumLine, mask)}${shownPlace && ` (${shownPlace})`}`;
  };
  return {
    async take() {
      if (lines.length === 0 && leftOut === 0) return null;
      await origins.ready();
      const shown: string[] = [];
      for (const line of lines) shown.push(await show(line));
      const rest = leftOut === 0 ? [] : [`${leftOut} more lines are left out.`];
      return {
        type: 'browser_console_log',
        content: `${[...shown, ...rest].join('\n')}\n`,
        contentType: 'text/plain; charset=utf-8',
      };
    },
  };
}

function keep(text: string, shown: number): KeptText {
  const kept = copyBeginning(text, shown + maxBeyondShown);
  return { kept, rest: text.length - kept.length };
}

/** Masks a text and cuts it, on one line, as a log is read. */
function cut({ kept, rest }: KeptText, length: number, mask: (text: string) => string): string {
  const masked = mask((rest === 0 ? kept : `${kept}…`).toWellFormed());
  const line = masked.replaceAll(/\r?\n/g, ' ⏎ ');
  const more = Math.max(0, line.length - length) + rest;
  return more === 0 ? line : `${line.slice(0, length).toWellFormed()} … ${more} more characters`;
}
