import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const script = new URL('../../scripts/packages/install-sizes.ts', import.meta.url).pathname;

/** Makes a table of what npm installs for each way of use; with the name of a commit, also at that commit. */
export async function install(commit: string): Promise<string> {
  const args = commit === '' ? [script] : [script, commit];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return `What npm installs, without playwright-core\n\n${stdout}`;
}
