import { openDataFolder } from '../data-folder.ts';
import { readEnvironment } from '../environment.ts';
import { openStore } from '../open-storage.ts';

/** Executes `runwright migrate`: brings the tables up to date, before processes of a new version start. */
export async function migrate(): Promise<void> {
  const environment = readEnvironment();
  if (environment.databaseUrl === null) await openDataFolder(environment.dataDir);
  const store = await openStore(environment);
  await store.close();
  console.log('The tables of the database are up to date.');
}
