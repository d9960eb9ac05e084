import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { say } from './step.mjs';

const pollMs = 100;
/** A lock is created and then filled; one that stays empty for longer belongs to a start that died in between. */
const emptyForMs = 5_000;

/**
 * Does `work` while no other start of this clone does its own. A lock whose owner is no longer alive is taken over.
 *
 * @template Result
 * @param {string} path the lock file; it holds its owner's process id
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withLock(path, work) {
  mkdirSync(dirname(path), { recursive: true });
  for (let waited = 0; !take(path); waited += pollMs) {
    if (waited === 0) {
      say(`another start is at work, waiting for it (if there is none, delete ${path})`);
    }
    await setTimeout(pollMs);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

/** @param {string} path */
function take(path) {
  if (isAbandoned(path)) rmSync(path, { force: true });
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    return false;
  }
}

/** @param {string} path */
function isAbandoned(path) {
  try {
    const owner = Number(readFileSync(path, 'utf8'));
    return owner > 0 ? !isAlive(owner) : Date.now() - statSync(path).mtimeMs > emptyForMs;
  } catch {
    return false;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
