import { access, constants, mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { RunwrightError } from '@runwright/contract';
import { sqliteStore } from '@runwright/store-sql';
import type { Finding } from '../commands/doctor.ts';

/** Whether the data folder is there, or can be made, and can be written. */
export async function checkDataFolder(dataDir: string): Promise<Finding> {
  const folder = resolve(dataDir);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.R_OK | constants.W_OK);
    return { ok: true, found: folder };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, found: reason, fix: 'make the folder writable, or set RUNWRIGHT_DATA_DIR' };
  }
}

/** Whether the database opens and answers. */
export async function checkStore(dataDir: string): Promise<Finding> {
  try {
    const store = await sqliteStore({ folder: dataDir });
    const organizations = await store.organizations.list();
    await store.close();
    return { ok: true, found: `SQLite, ${organizations.length} organizations` };
  } catch (error) {
    if (!RunwrightError.is(error)) throw error;
    return {
      ok: false,
      found: error.message,
      fix: 'stop the process that is named, or set RUNWRIGHT_DATA_DIR',
    };
  }
}
