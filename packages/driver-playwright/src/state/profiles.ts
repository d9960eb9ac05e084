import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BrowserProfiles,
  type BrowserState,
  type ProfileSelection,
  RunwrightError,
} from '@runwright/contract';
import { type FolderLock, lockFolder } from './folder-lock.ts';

/** A profile in use by one session. */
export interface OpenProfile {
  readonly name: string;
  /** State that was saved last; null for a new profile. */
  readonly state: BrowserState | null;
  /** Replaces what is saved, whole or not at all. Null: the session has a copy only. */
  readonly save: ((state: BrowserState) => Promise<void>) | null;
  /** Releases the lock. */
  release(): Promise<void>;
}

/** Stores profiles by name. */
export interface ProfileStore extends BrowserProfiles {
  /** Throws `conflict` when it is to be written and another session may do so already. */
  open(choice: ProfileSelection): Promise<OpenProfile>;
}

interface Saved {
  readonly name: string;
  readonly state: BrowserState;
}

const longestName = 500;

/**
 * Stores profiles as files that only this user of the machine can read, one folder each, named by a digest: the name of
 * a profile becomes no path. They are not encrypted; hosts that keep them for others use `state` and a store instead.
 */
export function profileStore(root: string): ProfileStore {
  const folderOf = (name: string): string => {
    if (name === '' || name.length > longestName) {
      throw new RunwrightError(
        'invalid_input',
        `Cannot open a profile: its name has ${name.length} characters. Give one with 1 to ${longestName}.`,
      );
    }
    return join(root, createHash('sha256').update(name).digest('hex').slice(0, 40));
  };
  return {
    async open({ name, writable = false }) {
      const folder = folderOf(name);
      const lock = writable ? await lockProfile(folder, name) : null;
      try {
        if (lock) await removeDrafts(folder);
        const saved = await readSaved(folder, name);
        const save = async (state: BrowserState): Promise<void> => {
          if (!(await lock?.isHeld())) throw inUse(name);
          const saved: Saved = { name, state };
          const written = join(folder, `state-${randomUUID()}.json`);
          await writeFile(written, JSON.stringify(saved), { mode: 0o600 });
          await rename(written, join(folder, 'state.json'));
        };
        return {
          name,
          state: saved?.state ?? null,
          save: lock ? save : null,
          release: async () => lock?.release(),
        };
      } catch (cause) {
        await lock?.release();
        throw cause;
      }
    },
    async names() {
      const folders = await readdir(root).catch(() => []);
      const saved = await Promise.all(folders.map((folder) => readSaved(join(root, folder))));
      return saved.flatMap((each) => (each ? [each.name] : [])).toSorted();
    },
    async remove(name) {
      const folder = folderOf(name);
      const lock = await lockProfile(folder, name);
      await rm(folder, { recursive: true, force: true }).finally(() => lock.release());
    },
  };
}

async function readSaved(folder: string, name?: string): Promise<Saved | null> {
  const text = await readFile(join(folder, 'state.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const saved: Saved = JSON.parse(text);
    return saved;
  } catch (cause) {
    if (name === undefined) return null;
    throw new RunwrightError(
      'browser_failed',
      `Cannot open the profile \`${name}\`: its file is damaged. Delete the profile and sign in again.`,
      { cause },
    );
  }
}

/** Removes drafts of processes that died while they wrote. */
async function removeDrafts(folder: string): Promise<void> {
  const drafts = (await readdir(folder)).filter((file) => file.startsWith('state-'));
  await Promise.all(drafts.map((file) => rm(join(folder, file), { force: true })));
}

async function lockProfile(folder: string, name: string): Promise<FolderLock> {
  const lock = await lockFolder(folder);
  if (!lock) throw inUse(name);
  return lock;
}

function inUse(name: string): RunwrightError {
  return new RunwrightError(
    'conflict',
    `Cannot open the profile \`${name}\` for writing: another session has it. Close that one first, or open a copy.`,
    { details: { profile: name } },
  );
}
