import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** What we keep in a data folder besides the database, which closes its own files: nobody else has to read it. */
const runwrightFiles = ['artifacts', 'browsers', 'master.key', 'master.key.next'];

/**
 * Makes the data folder, for its owner alone, and takes the rights of others from what is ours in it. A folder that was there
 * keeps its rights, because it may hold more than our files; `runwright doctor` names it.
 */
export async function openDataFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  for (const path of await pathsReadableByOthers(dataDir)) {
    if (path === resolve(dataDir)) continue;
    const { mode } = await stat(path);
    await chmod(path, mode & 0o700).catch((error: NodeJS.ErrnoException) => {
      // What belongs to somebody else is not ours to change.
      if (error.code !== 'EPERM') throw error;
    });
  }
}

/** The data folder and what is ours in it, as far as others than the owner have any right to it. Windows has no such rights. */
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
