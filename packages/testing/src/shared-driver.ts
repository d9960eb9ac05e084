import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserDriver, type BrowserSession, RunwrightError } from '@runwright/contract';

/** Drivers of this process, by their names. */
const drivers = new Map<string, BrowserDriver<unknown>>();

/**
 * Returns a driver for one test or test file that opens its sessions through a driver of the whole process, so that no browser has to
 * start for it: `close` closes the sessions that were opened through the returned driver, and leaves the other one open until the
 * process ends.
 *
 * @param name tells apart drivers with different options; the first call with a name creates the driver
 * @param create creates the driver with a folder for its browsers: a new one in the folder `RUNWRIGHT_TEST_FOLDER`, else in the
 *   system's folder for temporary files
 */
export function sharedDriver<Native>(
  name: string,
  create: (stateFolder: string) => BrowserDriver<Native>,
): BrowserDriver<Native> {
  const parent = process.env.RUNWRIGHT_TEST_FOLDER ?? tmpdir();
  const known = drivers.get(name) ?? create(mkdtempSync(join(parent, 'runwright-browsers-')));
  drivers.set(name, known);
  const driver = known as BrowserDriver<Native>;
  const open = new Set<BrowserSession<Native>>();
  let isClosed = false;
  const follow = async (opening: Promise<BrowserSession<Native>>): Promise<BrowserSession<Native>> => {
    const session = await opening;
    open.add(session);
    session.gone.addEventListener('abort', () => open.delete(session), { once: true });
    if (isClosed) await session.close();
    return session;
  };
  const { attach } = driver;
  return {
    ...driver,
    async open(request) {
      if (isClosed)
        throw new RunwrightError('browser_failed', 'Cannot open a browser: the driver is closed.');
      return follow(driver.open(request));
    },
    ...(attach ? { attach: (address, request) => follow(attach(address, request)) } : {}),
    async close() {
      isClosed = true;
      await Promise.all([...open].map((session) => session.close()));
    },
  };
}
