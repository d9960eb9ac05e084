import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { run } from './child.mjs';
import { withLock } from './lock.mjs';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runwright-lock-'));
  path = join(folder, '.runtime/lock');
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

describe('withLock', () => {
  it('lets one work at a time', async () => {
    const events: string[] = [];
    const work = (name: string, until: Promise<void>) => async () => {
      events.push(`${name} begins`);
      await until;
      events.push(`${name} ends`);
    };
    const gate = Promise.withResolvers<void>();
    const first = withLock(path, work('first', gate.promise));
    const second = withLock(path, work('second', Promise.resolve()));
    expect(events).toEqual(['first begins']);
    expect(process.stderr.write).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('waiting for it'));
    gate.resolve();
    await Promise.all([first, second]);
    expect(events).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  });

  it('is free again when the work fails', async () => {
    await expect(withLock(path, () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
    expect(existsSync(path)).toBe(false);
  });

  it('holds the process id of its owner', async () => {
    expect(await withLock(path, async () => readFileSync(path, 'utf8'))).toBe(String(process.pid));
  });

  it('is taken over from an owner that has died', async () => {
    await withLock(path, async () => {});
    const { output } = await run('node', ['-p', 'process.pid'], { quiet: true });
    writeFileSync(path, output.trim());
    expect(await withLock(path, async () => 'done')).toBe('done');
    expect(process.stderr.write).not.toHaveBeenCalled();
  });
});
