import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RunwrightError } from '@runwright/contract';
import { type HostPage, switchesOf } from './host-page.ts';

/** Options of {@link debugAddressOf}. */
export interface DebugAddressOptions {
  /** Id that the debug protocol gives the page. */
  readonly targetId: string;
  readonly signal: AbortSignal;
}

/** Longest wait for the list of a debug port, ms. */
const listTimeoutMs = 10_000;
const remedy =
  "Launch it with `args: ['--remote-debugging-port=0']`, or pass the address of its debug port as `browserUrl`.";

/**
 * Returns the address of the debug port of a page's browser, from the switches that the browser tells and the file that it writes
 * into its profile. Throws `failed_precondition` when the browser has no such port on this machine, or when the page is not
 * one of those that the port serves.
 */
export async function debugAddressOf<Page extends HostPage<Page>>(
  page: Page,
  { targetId, signal }: DebugAddressOptions,
): Promise<string> {
  const switches = await switchesOf(page);
  if (!switches) throw notFound('its browser does not tell its debug port');
  const port = switchValue(switches, 'remote-debugging-port');
  if (!port) throw notFound('its browser was started without a debug port');
  const address =
    port === '0' ? await chosenAddress(switchValue(switches, 'user-data-dir')) : `http://127.0.0.1:${port}`;
  if (!(await serves(address, targetId, signal)))
    throw notFound(
      `the debug port \`${new URL(address).host}\` of its browser does not serve this page here`,
    );
  return address;
}

/** Returns the address of the port that a browser chose, which it writes into its profile. */
async function chosenAddress(profile: string | null): Promise<string> {
  const file = profile ? join(profile, 'DevToolsActivePort') : null;
  const written = file === null ? '' : await readFile(file, 'utf8').catch(() => '');
  const [port = '', path = ''] = written.split('\n').map((line) => line.trim());
  if (!/^\d+$/.test(port) || !path.startsWith('/'))
    throw notFound(`its browser chose a debug port, but \`${file ?? 'DevToolsActivePort'}\` cannot be read`);
  return `ws://127.0.0.1:${port}${path}`;
}

/** The port may be that of another browser: another machine's number, a forwarded port, or a file of an earlier browser. */
async function serves(address: string, targetId: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(`http://${new URL(address).host}/json/list`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(listTimeoutMs)]),
      redirect: 'error',
    });
    const targets: unknown = await response.json();
    return Array.isArray(targets) && targets.some((target) => target?.id === targetId);
  } catch (cause) {
    if (signal.aborted)
      throw new RunwrightError('canceled', 'The call that attaches the page was canceled.', { cause });
    return false;
  }
}

function switchValue(switches: readonly string[], name: string): string | null {
  return switches.findLast((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3) ?? null;
}

function notFound(reason: string): RunwrightError {
  return new RunwrightError('failed_precondition', `Cannot attach the page: ${reason}. ${remedy}`);
}
