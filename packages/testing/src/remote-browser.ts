import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A browser of somebody else's, with a debug port on loopback. */
export interface RemoteBrowser {
  /** Such as `ws://127.0.0.1:40000/devtools/browser/…`. */
  readonly url: string;
  isRunning(): boolean;
  /** Ends all its processes and deletes its profile; more than once is fine. */
  end(): Promise<void>;
}

/**
 * Starts Chromium headless, with a debug port and a new profile, in a process group of its own. It ends with this
 * process too: it has a debug pipe besides, and a Chromium whose pipe is closed ends.
 *
 * @throws Error with what it printed, when it ends before it listens.
 */
export async function startRemoteBrowser(executablePath: string): Promise<RemoteBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'runwright-remote-'));
  const child = spawn(executablePath, [...flags, `--user-data-dir=${folder}`, 'about:blank'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', TMPDIR: folder, HOME: folder },
  });
  const exited = once(child, 'exit');
  const { promise: listening, resolve, reject } = Promise.withResolvers<string>();
  let printed = '';
  child.stderr?.on('data', (text) => {
    printed += String(text);
    const url = /listening on (ws:\S+)/.exec(printed)?.[1];
    if (url) resolve(url);
  });
  exited.then(() => reject(new Error(`The remote browser has ended: ${printed}`)), reject);
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const url = await listening;
  return {
    url,
    isRunning,
    async end() {
      if (isRunning() && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await exited;
      // Its other processes may hold files for a moment.
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

const flags = [
  '--headless',
  '--no-sandbox',
  '--remote-debugging-port=0',
  '--remote-debugging-pipe',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  // Two pages that the browser would load for every window.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup',
  '--disable-dev-shm-usage',
  '--disable-popup-blocking',
  '--disable-sync',
  '--window-size=1280,800',
];
