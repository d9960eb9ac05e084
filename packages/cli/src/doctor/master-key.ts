import { hasMasterKey, isMasterKeyOf } from '@runwright/core';
import { connectAdminSocket } from '../admin-socket.ts';
import type { Finding } from '../commands/doctor.ts';
import type { Environment } from '../environment.ts';
import { masterKeyPath, readMasterKey } from '../master-key.ts';
import { openStore } from '../open-storage.ts';

/** Settings that tell where the database and its key are. */
export type KeySettings = Pick<Environment, 'dataDir' | 'databaseUrl' | 'artifactsUrl' | 'masterKey'>;

/**
 * Checks that the master key is that of the database, and is there when the database needs one. Changes nothing.
 *
 * @param ofFile the key of the configuration file; null for none
 */
export async function checkMasterKey(settings: KeySettings, ofFile: Uint8Array | null): Promise<Finding> {
  const { dataDir, databaseUrl, masterKey } = settings;
  // It was checked when the service was started, and `/health` says when it is no longer right.
  if ((await connectAdminSocket(dataDir)) !== null)
    return { ok: true, found: 'in use by the service that runs' };
  if (databaseUrl !== null && masterKey === null)
    return {
      ok: false,
      found: 'none is set, and all processes of the database need the same one',
      fix: 'set RUNWRIGHT_MASTER_KEY; for a new database to what `openssl rand -base64 32` prints',
    };
  const store = await openStore(settings);
  try {
    const key = masterKey === null && ofFile ? ofFile : await readMasterKey(dataDir, masterKey);
    if (key === null && !(await hasMasterKey(store)))
      return { ok: true, found: 'none yet, the first start makes one' };
    if (key === null)
      return {
        ok: false,
        found: `missing: there is no \`${masterKeyPath(dataDir)}\`, and the database holds what is encrypted`,
        fix: 'restore the file from a backup, or set RUNWRIGHT_MASTER_KEY to that key',
      };
    if ((await isMasterKeyOf(store, key)) !== false) return { ok: true, found: 'fits the database' };
    return {
      ok: false,
      found: 'the database was written with another one, so its credentials cannot be decrypted',
      fix: 'restore the key of the database (RUNWRIGHT_MASTER_KEY or `master.key`), or use the database of this key',
    };
  } finally {
    await store.close();
  }
}
