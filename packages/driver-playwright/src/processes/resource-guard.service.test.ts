import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { guardResources, type ResourceGuard, type ResourceLimits } from './resource-guard.ts';

const generous: ResourceLimits = { memoryBytes: 2 ** 40, storageBytes: 2 ** 40 };

describe.runIf(process.platform === 'linux')('the guard of a process group', () => {
  let folder: string;
  let browser: ChildProcess;
  let guard: ResourceGuard | null = null;
  let sentences: string[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'runwright-guard-'));
    sentences = [];
  });
  afterEach(async () => {
    guard?.stop();
    if (browser.exitCode === null && browser.signalCode === null) {
      const ended = once(browser, 'exit');
      process.kill(-(browser.pid ?? 0), 'SIGKILL');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  });

  /** Starts a process that looks like a browser, with one for a page when `page` is true. */
  async function start(page: boolean): Promise<number | null> {
    const child = `require('node:child_process').spawn(process.execPath, ['-e', 'globalThis.kept = Buffer.alloc(2e8, 1); setInterval(() => {}, 1e6)', '--', '--type=renderer'], { stdio: 'ignore' })`;
    const script = `const page = ${page ? child : '{}'}; console.log(page.pid ?? 'none');
      page.on?.('exit', () => console.log('page ended')); setInterval(() => {}, 1e6)`;
    browser = spawn(process.execPath, ['-e', script], {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(browser.stdout ?? browser, 'data');
    return Number.parseInt(String(line), 10) || null;
  }
  const watch = (limits: Partial<ResourceLimits>): void => {
    guard = guardResources({
      limits: { ...generous, ...limits },
      groups: [browser.pid ?? 0],
      folders: [folder],
      onEnd: (sentence) => sentences.push(sentence),
    });
  };

  it('kills the page with the most memory beyond the limit, and the browser goes on', async () => {
    expect(await start(true)).not.toBeNull();
    // The page alone has 200 MB, the browser without it much less.
    watch({ memoryBytes: 150 * 2 ** 20 });
    const [line] = await once(browser.stdout ?? browser, 'data');
    expect(String(line)).toContain('page ended');
    expect(sentences).toEqual(['A page was ended because its browser used more than 150 MiB of memory.']);
    expect(browser.signalCode).toBeNull();
  });

  it('kills a browser without a page beyond the limit of memory', async () => {
    await start(false);
    watch({ memoryBytes: 2 ** 20 });
    await once(browser, 'exit');
    expect(browser.signalCode).toBe('SIGKILL');
    expect(sentences[0]).toBe('The browser was ended because it used more than 1 MiB of memory.');
  });

  it('kills a browser whose folders take more than the limit of storage', async () => {
    await start(true);
    await writeFile(join(folder, 'stored'), Buffer.alloc(2 ** 21, 'x'));
    watch({ storageBytes: 2 ** 20 });
    await once(browser, 'exit');
    expect(browser.signalCode).toBe('SIGKILL');
    expect(sentences).toEqual(['The browser was ended because its pages stored more than 1 MiB.']);
  });
});
