import { chmodSync, closeSync, openSync, statSync } from 'node:fs';

/**
 * Makes a file that only its owner may read and write, unless it is there. One that is there is not even opened: closing it
 * would release the locks that SQLite holds on it for this process (https://www.sqlite.org/howtocorrupt.html, 2.2).
 */
export function createOwnerOnlyFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/**
 * Takes the rights of the group and of all others from a file. One that is missing is left so, and so is one of another
 * owner, whose rights are not ours to change. Windows has none of them.
 */
export function restrictToOwner(file: string): void {
  if (process.platform === 'win32') return;
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found || (found.mode & 0o077) === 0) return;
  try {
    chmodSync(file, found.mode & 0o700);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}
