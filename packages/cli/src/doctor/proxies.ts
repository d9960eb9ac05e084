import { stat } from 'node:fs/promises';
import { RunwrightError } from '@runwright/contract';
import type { Finding } from '../commands/doctor.ts';
import { readProxyFile } from '../proxy-file.ts';

/** Read and write bits of group and others, as `st_mode` has them (inode(7)). */
const othersMayUse = 0o066;

/** Checks that the file of proxies can be read, and by its owner alone: it has passwords. */
export async function checkProxies(path: string | null): Promise<Finding> {
  if (path === null) return { ok: true, found: 'none: every run connects directly' };
  try {
    await readProxyFile(path);
  } catch (error) {
    if (!RunwrightError.is(error)) throw error;
    return { ok: false, found: error.message, fix: 'correct the file, or unset RUNWRIGHT_PROXIES' };
  }
  // Windows has no such bits.
  const isOpen = process.platform !== 'win32' && ((await stat(path)).mode & othersMayUse) !== 0;
  if (!isOpen) return { ok: true, found: path };
  return {
    ok: false,
    found: `\`${path}\` can be read by other users of this machine`,
    fix: `chmod go= '${path}'`,
  };
}
