import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { isRunning, type ProcessOwner, parseOwner, thisProcess } from './process-owner.ts';
import { killGroup, runningProcesses } from './process-table.ts';

/** The folder of one browser: its profile, its downloads, and who owns it. */
export interface BrowserFolder {
  readonly id: string;
  readonly path: string;
  readonly profile: string;
  readonly downloads: string;
  /** Artifacts of the library while it runs: videos, traces. */
  readonly artifacts: string;
  /** Temporary files of the browser. It makes sockets in there, whose paths may not be long: so not in `path`. */
  readonly temporary: string;
  /** Ends whatever still runs on this profile and deletes the folders. */
  remove(): Promise<void>;
}

/** Content of `owner.json`. */
interface Ownership extends ProcessOwner {
  readonly temporary: string;
}

/**
 * Creates the folder of a new browser. The owner is written before the browser starts, so that a crash in between
 * leaves nothing that cannot be recognised.
 */
export async function createBrowserFolder(stateFolder: string): Promise<BrowserFolder> {
  const id = randomUUID();
  const folder = folderOf(stateFolder, id, temporaryOf(id));
  await mkdir(folder.profile, { recursive: true, mode: 0o700 });
  const { temporary, artifacts, downloads } = folder;
  const owner: Ownership = { ...(await thisProcess()), temporary };
  await writeFile(join(folder.path, 'owner.json'), JSON.stringify(owner), { mode: 0o600 });
  // Not recursive: what stands there already is somebody else's.
  await Promise.all([downloads, artifacts, temporary].map((path) => mkdir(path, { mode: 0o700 })));
  return folder;
}

/** Ends browsers whose owner is dead and deletes their folders. Returns how many folders there were. */
export async function reapBrowsers(stateFolder: string): Promise<number> {
  const ids = await readdir(stateFolder).catch(() => []);
  const left = await Promise.all(
    ids.map(async (id) => {
      const owner = await ownerOf(stateFolder, id);
      if (owner && (await isRunning(owner))) return false;
      await folderOf(stateFolder, id, temporaryOf(id, owner)).remove();
      return true;
    }),
  );
  return left.filter(Boolean).length;
}

/** Returns the process groups that were started with this profile. */
export async function processGroupsOn(profile: string): Promise<readonly number[]> {
  // The path may hold spaces, and so may the rest of the command.
  const mark = ` --user-data-dir=${profile} `;
  const found = (await runningProcesses()).filter(({ command }) => `${command} `.includes(mark));
  return [...new Set(found.map(({ group }) => group))];
}

/** The path of a socket may have 107 bytes (unix(7)), of which the browser needs 45 for itself. */
const longestBase = 107 - 45 - '/rw-123456789012'.length;

/** Named after the browser, and nothing else: the name that stands in a file is deleted only if it is such a one. */
function temporaryOf(id: string, owner: Partial<Ownership> | null = null): string {
  const name = `rw-${id.replaceAll('-', '').slice(0, 12)}`;
  const base = tmpdir();
  if (owner?.temporary && basename(owner.temporary) === name) return owner.temporary;
  return join(base.length > longestBase && process.platform !== 'win32' ? '/tmp' : base, name);
}

function folderOf(stateFolder: string, id: string, temporary: string): BrowserFolder {
  const path = resolve(stateFolder, id);
  const profile = join(path, 'profile');
  return {
    id,
    path,
    profile,
    downloads: join(path, 'downloads'),
    artifacts: join(path, 'artifacts'),
    temporary,
    async remove() {
      await Promise.all((await processGroupsOn(profile)).map(killGroup));
      // The mark of the owner goes last, so that a removal that is broken off is taken up again.
      // A process that was just killed may still hold files for a moment.
      for (const each of [temporary, path])
        await rm(each, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

async function ownerOf(stateFolder: string, id: string): Promise<(ProcessOwner & Partial<Ownership>) | null> {
  return parseOwner(await readFile(join(resolve(stateFolder, id), 'owner.json'), 'utf8').catch(() => ''));
}
