import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { endGroup, runningProcesses, startOf } from './process-table.ts';

/** The folder of one browser: its profile, its downloads, and who owns it. */
export interface BrowserFolder {
  readonly id: string;
  readonly path: string;
  readonly profile: string;
  readonly downloads: string;
  /** Ends whatever still runs on this profile and deletes the folder. */
  remove(): Promise<void>;
}

interface Owner {
  readonly pid: number;
  readonly startedAt: string | null;
}

/**
 * Makes the folder of a new browser. The owner is written before the browser starts, so that a crash in between
 * leaves nothing that cannot be recognised.
 */
export async function createBrowserFolder(stateFolder: string): Promise<BrowserFolder> {
  const id = randomUUID();
  const folder = folderOf(stateFolder, id);
  await mkdir(folder.profile, { recursive: true, mode: 0o700 });
  await mkdir(folder.downloads, { mode: 0o700 });
  const owner: Owner = { pid: process.pid, startedAt: await startOf(process.pid) };
  await writeFile(join(folder.path, 'owner.json'), JSON.stringify(owner));
  return folder;
}

/** Ends browsers whose owner is dead and deletes their folders. Returns how many folders there were. */
export async function reapBrowsers(stateFolder: string): Promise<number> {
  const ids = await readdir(stateFolder).catch(() => []);
  const left = await Promise.all(
    ids.map(async (id) => {
      const folder = folderOf(stateFolder, id);
      if (await isOwned(folder.path)) return false;
      await folder.remove();
      return true;
    }),
  );
  return left.filter(Boolean).length;
}

/** Groups of the processes that were started with this profile. */
export async function groupsOn(profile: string): Promise<readonly number[]> {
  const mark = `--user-data-dir=${profile}`;
  const found = (await runningProcesses()).filter(({ command }) => command.split(' ').includes(mark));
  return [...new Set(found.map(({ group }) => group))];
}

function folderOf(stateFolder: string, id: string): BrowserFolder {
  const path = resolve(stateFolder, id);
  const profile = join(path, 'profile');
  return {
    id,
    path,
    profile,
    downloads: join(path, 'downloads'),
    async remove() {
      await Promise.all((await groupsOn(profile)).map(endGroup));
      // A process that was just killed may still hold files for a moment.
      await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

async function isOwned(path: string): Promise<boolean> {
  const text = await readFile(join(path, 'owner.json'), 'utf8').catch(() => '');
  const owner = ownerIn(text);
  return owner !== null && (await startOf(owner.pid)) === owner.startedAt;
}

function ownerIn(text: string): Owner | null {
  try {
    const { pid, startedAt }: { pid?: unknown; startedAt?: unknown } = JSON.parse(text);
    return typeof pid === 'number' && typeof startedAt === 'string' ? { pid, startedAt } : null;
  } catch {
    return null;
  }
}
