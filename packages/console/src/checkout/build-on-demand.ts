import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Builds of other sources are removed after this time in ms: until then a service may still serve them. */
const keptMs = 24 * 60 * 60 * 1000;
const builds = new Map<string, Promise<string>>();

/**
 * Returns the folder of a build of the sources as they are, and builds them if there is none. Folders are named after a hash of the
 * sources and appear complete, so that several processes may call this at the same time.
 *
 * @param packageFolder the folder of `packages/console` in a checkout
 */
export async function buildOnDemand(packageFolder: string): Promise<string> {
  const hash = await hashOfSources(packageFolder);
  const folder = join(packageFolder, 'node_modules/.cache/page', hash);
  const build = builds.get(folder) ?? buildOnce(packageFolder, folder).finally(() => builds.delete(folder));
  builds.set(folder, build);
  return build;
}

async function buildOnce(packageFolder: string, folder: string): Promise<string> {
  if (await exists(folder)) return folder;
  const cache = join(folder, '..');
  const draft = join(cache, `draft-${randomUUID()}`);
  await mkdir(cache, { recursive: true });
  try {
    // A process of its own: Vite changes the environment of the one that it runs in. Tests run with another NODE_ENV, for which
    // React would be built with its checks for developers.
    await run(process.execPath, [join(import.meta.dirname, 'build-page.ts'), draft], {
      cwd: packageFolder,
      env: { NODE_ENV: 'production' },
    });
    await rename(draft, folder).catch(async (error: unknown) => {
      // Another process was faster.
      if (!(await exists(folder))) throw error;
    });
  } catch (cause) {
    const output = cause instanceof Error && 'stderr' in cause ? String(cause.stderr) : String(cause);
    throw new Error(`Cannot build the console: ${output.trim()}. Correct the sources of packages/console.`, {
      cause,
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  await removeOldBuilds(cache, folder);
  return folder;
}

async function hashOfSources(packageFolder: string): Promise<string> {
  const roots = ['src', 'index.html', 'package.json', '../client/src'].map((path) =>
    join(packageFolder, path),
  );
  const files = (await Promise.all(roots.map(filesIn))).flat().sort();
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(relative(packageFolder, file))
      .update('\0')
      .update(await readFile(file));
  return hash.digest('hex').slice(0, 20);
}

async function filesIn(path: string): Promise<readonly string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test[.-]/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

async function removeOldBuilds(cache: string, current: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const path = join(cache, name);
    const modifiedAt = (await stat(path).catch(() => null))?.mtimeMs ?? Date.now();
    if (path !== current && Date.now() - modifiedAt > keptMs)
      await rm(path, { recursive: true, force: true });
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
