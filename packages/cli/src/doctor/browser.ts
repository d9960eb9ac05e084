import { join } from 'node:path';
import { type BrowserSession, RunwrightError } from '@runwright/contract';
import { egressPolicy } from '@runwright/core';
import { playwrightDriver } from '@runwright/driver-playwright';
import type { Finding } from '../commands/doctor.ts';
import type { Environment } from '../environment.ts';

/** Time limit for opening a browser, in ms. */
const openTimeoutMs = 30_000;

/** Checks that a browser opens and loads a page. */
export async function checkBrowser({ dataDir, chromium }: Environment): Promise<Finding> {
  const driver = playwrightDriver({
    stateFolder: join(dataDir, 'browsers'),
    ...(chromium ? { executablePath: chromium } : {}),
  });
  try {
    const signal = AbortSignal.timeout(openTimeoutMs);
    const session = await driver.open({ egress: egressPolicy(), reveal: (text) => text, signal });
    await session.page.screenshot({ signal });
    return browserFinding(sentencesAbout(session.about).join('. '), process.getuid?.() ?? null);
  } catch (error) {
    if (!RunwrightError.is(error)) throw error;
    return {
      ok: false,
      found: error.message,
      fix: 'do what the line above says; or install Chromium, or set RUNWRIGHT_CHROMIUM to the path of another browser',
    };
  } finally {
    await driver.close();
  }
}

/**
 * Returns the finding for a browser that opened. Chromium refuses to start with its sandbox as root, so it was started without.
 *
 * @param userId of the process; null where there are none, as on Windows
 */
export function browserFinding(found: string, userId: number | null): Finding {
  if (userId !== 0) return { ok: true, found };
  return {
    ok: false,
    found: `${found}. It runs as root, and so without its sandbox: a page that breaks into the browser is root on this machine`,
    fix: 'run Runwright as another user: set RUNWRIGHT_USER to its name (https://github.com/runwright/runwright/blob/main/docs/hosting.md)',
  };
}

/** Returns what doctor prints about a browser that opened, one sentence for each fact; the first names the browser. */
function sentencesAbout({ browser, version, reader, notices }: BrowserSession['about']): readonly string[] {
  const name = `${browser} ${version}`;
  if (!reader) return [name];
  return reader.connection === 'events'
    ? [name, 'Its pages are read over the fast connection: the self-check found everything']
    : [name, ...notices];
}
