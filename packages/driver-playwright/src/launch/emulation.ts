import { type OpenOptions, RunwrightError } from '@runwright/contract';
import type { BrowserContextOptions } from 'playwright-core';
import { checkHeaders } from './check-headers.ts';

/** Of the options, those that decide what pages see of the browser. */
export type EmulationOptions = Pick<
  OpenOptions,
  'viewport' | 'deviceScaleFactor' | 'userAgent' | 'locale' | 'timezone' | 'colorScheme' | 'extraHttpHeaders'
>;

/** CSS pixels of a session that asks for no others. */
export const defaultViewport = { width: 1280, height: 800 } as const;
const largestEdge = 10_000;
const sharpest = 4;

/** The look as the library takes it. Throws `invalid_input` for what no browser can show. */
export function emulationOptions(look: EmulationOptions): BrowserContextOptions {
  const { viewport = defaultViewport, deviceScaleFactor, userAgent, locale, timezone, colorScheme } = look;
  checkEmulation(look);
  return {
    viewport: { ...viewport },
    ...(deviceScaleFactor === undefined ? {} : { deviceScaleFactor }),
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(locale === undefined ? {} : { locale }),
    ...(timezone === undefined ? {} : { timezoneId: timezone }),
    ...(colorScheme === undefined ? {} : { colorScheme }),
    ...(look.extraHttpHeaders ? { extraHTTPHeaders: { ...look.extraHttpHeaders } } : {}),
  };
}

/** Throws `invalid_input` for a look that no browser can have. */
export function checkEmulation(look: EmulationOptions): void {
  const { viewport = defaultViewport, deviceScaleFactor = 1, userAgent = '', locale, timezone } = look;
  for (const edge of [viewport.width, viewport.height])
    if (!Number.isInteger(edge) || edge < 1 || edge > largestEdge)
      throw refused(`a viewport of ${viewport.width} x ${viewport.height}`, `Edges are 1 to ${largestEdge}.`);
  if (!(deviceScaleFactor >= 1 && deviceScaleFactor <= sharpest))
    throw refused(`${deviceScaleFactor} device pixels for each CSS pixel`, `Give 1 to ${sharpest}.`);
  if (/[^\x20-\x7e]/.test(userAgent) || userAgent.length > 1_000)
    throw refused('a user agent that is no header value', 'Give up to 1,000 characters of ASCII.');
  if (locale !== undefined && !isKnown(() => new Intl.Locale(locale)))
    throw refused(`the language \`${locale.slice(0, 50)}\``, 'Give a tag such as `de-DE`.');
  if (timezone !== undefined && !isKnown(() => new Intl.DateTimeFormat('en', { timeZone: timezone })))
    throw refused(`the time zone \`${timezone.slice(0, 50)}\``, 'Give a name such as `Europe/Berlin`.');
  if (look.extraHttpHeaders) checkHeaders(look.extraHttpHeaders);
}

function isKnown(make: () => unknown): boolean {
  try {
    make();
    return true;
  } catch {
    return false;
  }
}

function refused(wanted: string, instead: string): RunwrightError {
  return new RunwrightError('invalid_input', `Cannot open a browser with ${wanted}. ${instead}`);
}
