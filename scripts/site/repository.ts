import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Root of the working copy. */
export const root = join(import.meta.dirname, '../..');

/** Returns the address of the repository for a browser, without a slash at its end, from the manifest of the command. */
export function repositoryUrl(): string {
  const manifest = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8')) as {
    readonly repository: { readonly url: string };
  };
  return manifest.repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
}
