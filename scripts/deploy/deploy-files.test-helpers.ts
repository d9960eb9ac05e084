import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const folder = join(import.meta.dirname, '../../deploy');

/** Paths of the files below `deploy/`, from there. */
export function deployFiles(): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
}

/** Reads a file below `deploy/`. */
export function readDeployFile(path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}

/** Absolute path of a file below `deploy/`. */
export function deployPath(path: string): string {
  return join(folder, path);
}

/** Seconds that running blocks get by default when the service is stopped. */
export const drainSeconds = 20;
