import { RunwrightError } from '@runwright/contract';

/** Session of the debug protocol, as Playwright has it. */
export interface HostPageSession {
  send(
    method: 'Target.getTargetInfo' | 'Browser.getBrowserCommandLine' | 'SystemInfo.getInfo',
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

/** Returns the switches that a page's browser was started with, as `--name=value`; null when it does not tell them. */
export async function switchesOf<Page extends HostPage<Page>>(page: Page): Promise<readonly string[] | null> {
  const context = page.context();
  const session = (await context.browser()?.newBrowserCDPSession()) ?? (await context.newCDPSession(page));
  try {
    // Answered by browsers that were started with `--enable-automation` only.
    const told = record(await session.send('Browser.getBrowserCommandLine').catch(() => null));
    if (Array.isArray(told.arguments)) return told.arguments.map(String);
    // Answered to sessions of the browser only.
    const { commandLine } = record(await session.send('SystemInfo.getInfo').catch(() => null));
    return typeof commandLine === 'string' ? splitCommandLine(commandLine) : null;
  } finally {
    await session.detach();
  }
}

/** Splits before each switch. Spaces in values are not quoted on POSIX systems; on Windows such a switch is in quotation marks. */
function splitCommandLine(line: string): readonly string[] {
  return line.split(/\s+(?="?--)/).map((each) => each.replaceAll('"', '').trim());
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
