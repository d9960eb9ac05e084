import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunning, parseOwner, thisProcess } from '../processes/process-owner.ts';

/** A lock on a folder. */
export interface FolderLock {
  /** False when somebody else has taken the lock over. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/** Most attempts to take over a lock. */
const maxAttempts = 5;
const lockFile = 'lock.json';

/**
 * Locks a folder, which is created when it does not exist; null when a running process has the lock. The lock is a
 * file that names its process, so that of a dead process is taken over.
 */
export async function lockFolder(folder: string): Promise<FolderLock | null> {
  const path = join(folder, lockFile);
  const mine = JSON.stringify({ ...(await thisProcess()), token: randomUUID() });
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (await createOnce(path, mine)) {
      await removeLeftovers(folder);
      return {
        isHeld: async () => (await read(path)) === mine,
        release: async () => {
          if ((await read(path)) === mine) await rm(path, { force: true });
        },
      };
    }
    if (await isHeldByRunningProcess(path, mine)) return null;
  }
  return null;
}

/**
 * Removes a lock when its owner is dead. Only the process that holds the claim on that very lock removes it: another
 * that read the dead owner's name a while ago would remove the lock of the next owner.
 */
async function isHeldByRunningProcess(path: string, mine: string): Promise<boolean> {
  const theirs = await read(path);
  if (theirs === null) return false;
  const owner = parseOwner(theirs);
  if (owner && (await isRunning(owner))) return true;
  const claim = `${path}.${createHash('sha256').update(theirs).digest('hex').slice(0, 16)}`;
  if (await createOnce(claim, mine)) {
    if ((await read(path)) === theirs) await rm(path, { force: true });
    await rm(claim, { force: true });
  } else {
    await isHeldByRunningProcess(claim, mine);
  }
  return false;
}

/** Removes drafts and claims of processes that died. The holder of the lock may: they concern earlier locks. */
async function removeLeftovers(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((file) => file.startsWith(lockFile) && file !== lockFile);
  await Promise.all(files.map((file) => rm(join(folder, file), { force: true })));
}

/** Creates a file atomically; false when it exists, or when its draft or folder was removed meanwhile. */
async function createOnce(path: string, text: string): Promise<boolean> {
  const draft = `${path}-${randomUUID()}`;
  await writeFile(draft, text, { mode: 0o600 });
  const isMade = await link(draft, path).then(
    () => true,
    (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'EEXIST' || cause.code === 'ENOENT') return false;
      throw cause;
    },
  );
  await rm(draft, { force: true });
  return isMade;
}

function read(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch(() => null);
}
