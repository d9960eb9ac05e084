import { access, chmod, constants, mkdir, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { RunwrightError } from '@runwright/contract';

/** Files and folders of Runwright in a data folder, besides the database, which sets its own permissions. */
const runwrightFiles = ['admin', 'artifacts', 'browsers', 'master.key', 'master.key.next'];

/**
 * Creates the data folder with mode 0700 and removes the permissions of other users from Runwright's files in it. An
 * existing folder keeps its mode, because it may hold other files; `runwright doctor` reports it. Throws
 * `failed_precondition` for a folder that this user may not create or write.
 */
export async function openDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw unusableFolder(dataDir, cause);
  }
  for (const path of await pathsReadableByOthers(dataDir)) {
    if (path === resolve(dataDir)) continue;
    const { mode } = await stat(path);
    await chmod(path, mode & 0o700).catch((error: NodeJS.ErrnoException) => {
      // Only the owner of a file can change its mode.
      if (error.code !== 'EPERM') throw error;
    });
  }
}

/** Returns the data folder and Runwright's files in it that other users can access; none on Windows. */
export async function pathsReadableByOthers(dataDir: string): Promise<readonly string[]> {
  if (process.platform === 'win32') return [];
  const folder = resolve(dataDir);
  const names = (await readdir(folder)).filter(
    (name) => runwrightFiles.includes(name) || name.startsWith('runwright.db'),
  );
  const found = [folder, ...names.map((name) => join(folder, name))];
  const modes = await Promise.all(found.map(async (path) => (await stat(path).catch(() => null))?.mode ?? 0));
  return found.filter((_path, index) => ((modes[index] ?? 0) & 0o077) !== 0);
}

function unusableFolder(dataDir: string, cause: unknown): RunwrightError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new RunwrightError(
    'failed_precondition',
    `Cannot use the data folder \`${resolve(dataDir)}\`: ${reason}. Make it writable for this user, or set RUNWRIGHT_DATA_DIR to another folder.`,
    { cause },
  );
}
