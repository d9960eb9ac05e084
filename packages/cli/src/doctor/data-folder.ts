import { access, constants, mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { RunwrightError } from '@runwright/contract';
import { connectAdminSocket } from '../admin-socket.ts';
import type { Finding } from '../commands/doctor.ts';
import { pathsReadableByOthers } from '../data-folder.ts';
import { openStore, type StorageSettings } from '../open-storage.ts';

/** Checks that the data folder exists or can be created, is writable, and is not accessible to other users. */
export async function checkDataFolder(dataDir: string): Promise<Finding> {
  const folder = resolve(dataDir);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.R_OK | constants.W_OK);
    const open = await pathsReadableByOthers(folder);
    if (open.length === 0) return { ok: true, found: folder };
    return {
      ok: false,
      found: `${open.map((path) => `\`${path}\``).join(', ')} can be read by other users of this machine`,
      fix: `chmod go= ${open.map((path) => `'${path}'`).join(' ')}`,
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, found: reason, fix: 'make the folder writable, or set RUNWRIGHT_DATA_DIR' };
  }
}

/** Checks that the database opens and responds; that of a running service is asked through the service. */
export async function checkStore(environment: StorageSettings): Promise<Finding> {
  const { dataDir, databaseUrl } = environment;
  const name = databaseUrl === null ? 'SQLite' : 'PostgreSQL';
  const running = await connectAdminSocket(dataDir);
  if (running !== null) {
    await running.organizations.first();
    return { ok: true, found: `${name}, in use by the service that runs and answers` };
  }
  try {
    const store = await openStore(environment);
    const organizations = await store.organizations.list();
    await store.close();
    return { ok: true, found: `${name}, ${organizations.length} organizations` };
  } catch (error) {
    if (!RunwrightError.is(error)) throw error;
    return {
      ok: false,
      found: error.message,
      fix:
        databaseUrl === null
          ? 'stop the process that is named, or set RUNWRIGHT_DATA_DIR'
          : 'start the server, or correct RUNWRIGHT_DATABASE_URL',
    };
  }
}
