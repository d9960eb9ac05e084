import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '@runwright/driver-playwright';
import { browserUnderTest } from '@runwright/testing/browser';

/** A browser of somebody else's with a debug port on loopback. */
export interface DebuggedBrowser {
  /** Such as `ws://127.0.0.1:40000/devtools/browser/…`. */
  readonly url: string;
  end(): Promise<void>;
}

/** Starts one, in a process group of its own. */
export async function debuggedBrowser(): Promise<DebuggedBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'runwright-debugged-'));
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
      ...['--disable-dev-shm-usage', '--disable-popup-blocking', 'about:blank'],
    ],
    {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', TMPDIR: folder, HOME: folder },
    },
  );
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let printed = '';
  child.stderr.on('data', (text) => {
    printed += String(text);
    const url = /listening on (ws:\S+)/.exec(printed)?.[1];
    if (url) resolve(url);
  });
  child.once('exit', () => reject(new Error(`The browser with a debug port has ended: ${printed}`)));
  return {
    url: await promise,
    async end() {
      const exited = once(child, 'exit');
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await exited;
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}
