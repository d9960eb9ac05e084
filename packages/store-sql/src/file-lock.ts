import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { RunwrightError } from '@runwright/contract';
import { createOwnerOnlyFile, restrictToOwner } from './owner-only.ts';

/**
 * Holds a database file for this process alone, until the answer is called. The lock itself is one of the operating
 * system, taken through SQLite on `<file>.lock`: it ends with its process, however that dies, so nothing stale is ever
 * in the way. `<file>.pid` only tells people who holds it: process id, host, and since when. Throws `conflict` while another
 * store holds the file.
 */
export function lockFile(file: string): () => void {
  const pidFile = `${file}.pid`;
  for (const path of [`${file}.lock`, pidFile]) restrictToOwner(path);
  createOwnerOnlyFile(`${file}.lock`);
  const lock = new DatabaseSync(`${file}.lock`);
  try {
    lock.exec('begin exclusive');
  } catch (cause) {
    lock.close();
    if (!isBusy(cause)) throw cause;
    throw new RunwrightError(
      'conflict',
      `Cannot open the database \`${file}\`: ${holderOf(file)} has it open. Stop that process first, or use another folder.`,
      { cause },
    );
  }
  const since = new Date().toISOString();
  writeFileSync(pidFile, `${process.pid}\n${hostname()}\n${since}\n`, { mode: 0o600 });
  return () => {
    rmSync(pidFile, { force: true });
    lock.close();
  };
}

function holderOf(file: string): string {
  try {
    const [pid, host, since] = readFileSync(`${file}.pid`, 'utf8').trim().split('\n');
    return `process \`${pid}\`${host && since ? ` on \`${host}\`, since ${since},` : ''}`;
  } catch {
    return 'another process';
  }
}

/** SQLITE_BUSY is 5 (https://www.sqlite.org/rescode.html#busy). */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}
