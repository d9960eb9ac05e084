import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = new URL('../../', import.meta.url).pathname;
const migrations = 'packages/store-sql/src/migrations';
const installMs = 10 * 60_000;
const execute = promisify(execFile);

/** Another version of this repository in a folder of its own. */
export interface PreviousVersion {
  /** Path of its command. */
  readonly command: string;
  /** The commit, with its subject. */
  readonly name: string;
  /** Deletes the folder. */
  remove(): Promise<void>;
}

/**
 * Checks a version out beside this one, with its packages.
 *
 * @param ref a tag or commit; null: the newest tag `v…`, or without one the last commit before the newest migration
 * @throws when there is no such commit, or its packages cannot be installed
 */
export async function previousVersion(ref: string | null): Promise<PreviousVersion> {
  const commit = await git('rev-parse', '--verify', `${ref ?? (await defaultRef())}^{commit}`);
  const folder = join(await mkdtemp(join(tmpdir(), 'runwright-previous-')), 'runwright');
  await git('worktree', 'add', '--detach', folder, commit);
  const remove = async (): Promise<void> => {
    await git('worktree', 'remove', '--force', folder);
  };
  try {
    await execute('node', ['scripts/bootstrap.mjs', '--no-browser', 'node', '--version'], {
      cwd: folder,
      timeout: installMs,
    });
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    command: join(folder, 'packages/cli/src/main.ts'),
    name: await git('log', '-1', '--format=%h %s', commit),
    remove,
  };
}

async function defaultRef(): Promise<string> {
  const tag = await git('describe', '--tags', '--abbrev=0', '--match', 'v*').catch(() => '');
  if (tag !== '') return tag;
  const added = ['log', '-1', '--first-parent', '-m', '--diff-filter=A', '--format=%H', '--', migrations];
  return `${await git(...added)}^`;
}

async function git(...args: readonly string[]): Promise<string> {
  const { stdout } = await execute('git', [...args], { cwd: root });
  return stdout.trim();
}
