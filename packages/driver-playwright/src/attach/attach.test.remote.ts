import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserUnderTest } from '@runwright/testing/browser';
import { findBrowser } from '../find-browser.ts';
import { endGroup, startOf } from '../process-table.ts';

/** A browser of somebody else's, on loopback. */
export interface RemoteBrowser {
  /** Such as `ws://127.0.0.1:40000/devtools/browser/…`. */
  readonly url: string;
  isRunning(): Promise<boolean>;
  end(): Promise<void>;
}

/** Starts a browser with a debug port, in a process group of its own. */
export async function remoteBrowser(): Promise<RemoteBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'runwright-remote-'));
  const child = spawn(
    findBrowser(browserUnderTest()).path,
    [
      ...['--headless', '--no-sandbox', '--remote-debugging-port=0', `--user-data-dir=${folder}`],
      ...[
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
      ...['--disable-dev-shm-usage', '--window-size=1280,800', 'about:blank'],
    ],
    {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', TMPDIR: folder },
    },
  );
  const pid = child.pid ?? 0;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let said = '';
  child.stderr.on('data', (text) => {
    said += String(text);
    const url = /listening on (ws:\S+)/.exec(said)?.[1];
    if (url) resolve(url);
  });
  child.once('exit', () => reject(new Error(`The remote browser has ended: ${said}`)));
  const url = await promise;
  const end = async (): Promise<void> => {
    await endGroup(pid);
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  };
  let ending: Promise<void> | null = null;
  return {
    url,
    isRunning: async () => (await startOf(pid)) !== null,
    end() {
      ending ??= end();
      return ending;
    },
  };
}
