import type { Store } from '@runwright/contract';
import { sqliteStore } from '@runwright/store-sql';

/** Opens the store of the service: the database in its data folder. */
export function openStore(dataDir: string): Promise<Store> {
  return sqliteStore({ folder: dataDir });
}
