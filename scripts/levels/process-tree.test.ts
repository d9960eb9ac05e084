import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type ProcessEntry, ProcessTree } from './process-tree.ts';
import { parseStat, readProcesses } from './read-processes.ts';

/** A process that started at tick 1, unless `startedAt` says otherwise. */
function entry(pid: number, parent: number, ownMs: number, more: Partial<ProcessEntry> = {}): ProcessEntry {
  return { pid, parent, startedAt: 1, ownMs, childrenMs: 0, ...more };
}

/** CPU time of the descendants of process 10 after these lists. */
function measure(...lists: readonly (readonly ProcessEntry[])[]): number {
  const tree = new ProcessTree(10);
  for (const list of lists) tree.observe(list);
  return tree.descendantsMs();
}

it('adds up the descendants in any order of the list, without the root and without strangers', () => {
  const list = [entry(12, 11, 30), entry(11, 10, 200), entry(10, 1, 5_000), entry(13, 1, 70)];
  expect(measure(list)).toBe(230);
});

it('a process whose parent was killed stays in the tree, with what it uses later', () => {
  expect(
    measure(
      [entry(10, 1, 0), entry(11, 10, 20), entry(12, 11, 300)],
      [entry(10, 1, 0), entry(12, 1, 450)],
      [entry(10, 1, 0), entry(12, 1, 450), entry(13, 12, 5)],
    ),
  ).toBe(475);
});

it('an ended child for which its parent has waited counts once', () => {
  expect(
    measure(
      [entry(10, 1, 0), entry(11, 10, 20), entry(12, 11, 300)],
      [entry(10, 1, 0), entry(11, 10, 40, { childrenMs: 320 })],
    ),
  ).toBe(360);
});

it('a child that began and ended between two lists counts through its parent', () => {
  expect(measure([entry(10, 1, 0)], [entry(10, 1, 0, { childrenMs: 90 })])).toBe(90);
});

it('what the root has waited for before the first list does not count', () => {
  expect(measure([entry(10, 1, 0, { childrenMs: 700 })], [entry(10, 1, 0, { childrenMs: 720 })])).toBe(20);
});

it('a stranger with the pid of an ended member does not count', () => {
  expect(
    measure([entry(10, 1, 0), entry(11, 10, 20)], [entry(10, 1, 0), entry(11, 1, 900, { startedAt: 2 })]),
  ).toBe(20);
});

it('reads processes from a folder like `/proc`, and passes over those that have just ended', () => {
  const folder = mkdtempSync(join(tmpdir(), 'proc-'));
  try {
    for (const name of ['7', '8', 'self', 'bus']) mkdirSync(join(folder, name));
    const stat = `7 (Web (x) 1) S 3 ${'0 '.repeat(9)}11 4 20 5 ${'0 '.repeat(4)}999 0`;
    writeFileSync(join(folder, 'self/stat'), stat);
    writeFileSync(join(folder, '7/stat'), stat);
    const found = { pid: 7, parent: 3, startedAt: 999, ownMs: 150, childrenMs: 250 };
    expect(readProcesses(folder)).toEqual([found]);
    expect(parseStat(stat)).toEqual(found);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('says so where there is no such folder', () => {
  expect(readProcesses(join(tmpdir(), 'no-such-folder'))).toBeUndefined();
});
