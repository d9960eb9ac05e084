import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RunwrightError } from '@runwright/contract';

/** Session of the debug protocol, as Playwright has it. */
export interface HostPageSession {
  send(
    method: 'Target.getTargetInfo' | 'Browser.getBrowserCommandLine' | 'SystemInfo.getProcessInfo',
  ): Promise<object>;
  detach(): Promise<void>;
}

/** Browser of a host's page, as Playwright has it. */
export interface HostPageBrowser {
  newBrowserCDPSession(): Promise<HostPageSession>;
}

/** Browser context of a host's page, as Playwright has it. */
export interface HostPageContext<Page> {
  browser(): HostPageBrowser | null;
  newCDPSession(page: Page): Promise<HostPageSession>;
}

/** Page of the host's own Playwright, of any version: a Playwright `Page` fits. */
export interface HostPage<Page> {
  context(): HostPageContext<Page>;
}

/** Returns the id that the debug protocol gives a page. */
export async function targetIdOf<Page extends HostPage<Page>>(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  try {
    const { targetInfo } = record(await session.send('Target.getTargetInfo'));
    const { targetId } = record(targetInfo);
    if (typeof targetId === 'string') return targetId;
    throw new RunwrightError('failed_precondition', 'Cannot attach the page: its browser gives it no id.');
  } finally {
    await session.detach();
  }
}

/**
 * Returns the address of the debug port of a page's browser, from the switches that it was started with. Throws
 * `failed_precondition` when it was started without one.
 */
export async function debugAddressOf(page: HostPage<never>): Promise<string> {
  const switches = await switchesOf(page);
  const switchValue = (name: string): string | null =>
    switches.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3) ?? null;
  const port = switchValue('remote-debugging-port');
  if (port === null) throw noDebugPort();
  if (port !== '0') return `http://127.0.0.1:${port}`;
  const profile = switchValue('user-data-dir');
  const written = profile === null ? '' : await readPortFile(profile);
  const [chosen = '', path = ''] = written.split('\n');
  if (chosen === '' || path === '') throw noDebugPort();
  return `ws://127.0.0.1:${chosen}${path}`;
}

async function switchesOf(page: HostPage<never>): Promise<readonly string[]> {
  const browser = page.context().browser();
  if (!browser) throw noDebugPort();
  const session = await browser.newBrowserCDPSession();
  try {
    // Told by browsers that were started with `--enable-automation` only.
    const told = record(await session.send('Browser.getBrowserCommandLine').catch(() => null)).arguments;
    if (Array.isArray(told)) return told.map(String);
    const { processInfo } = record(await session.send('SystemInfo.getProcessInfo').catch(() => null));
    return await readSwitches(Array.isArray(processInfo) ? processInfo.map(record) : []);
  } finally {
    await session.detach();
  }
}

/** Reads the switches of a browser on this machine, where `/proc` has them. */
async function readSwitches(
  processes: readonly Readonly<Record<string, unknown>>[],
): Promise<readonly string[]> {
  const id = processes.find(({ type }) => type === 'browser')?.id;
  const line = await readFile(`/proc/${Number(id)}/cmdline`, 'utf8').catch(() => '');
  return line.split('\0');
}

/** The browser writes the port that it has chosen into its profile. */
function readPortFile(profile: string): Promise<string> {
  return readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '');
}

function noDebugPort(): RunwrightError {
  return new RunwrightError(
    'failed_precondition',
    "Cannot attach the page: its browser has no debug port that can be found. Launch it with `args: ['--remote-debugging-port=0']`, or pass its address as `browserUrl`.",
  );
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
