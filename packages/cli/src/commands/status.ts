import { readServiceStatus, type ServiceStatus } from '@runwright/core';
import { type Environment, readEnvironment } from '../environment.ts';
import { openStore } from '../open-storage.ts';
import { statusText } from '../status-text.ts';
import { withAdminCalls } from '../with-admin-calls.ts';

/** Executes `runwright status`: prints the workers, the runs that they execute, and what waits. */
export async function status({ json = false }: { readonly json?: boolean }): Promise<void> {
  const found = await readStatus(readEnvironment());
  console.log(json ? JSON.stringify(found, null, 2) : statusText(found));
}

async function readStatus(environment: Environment): Promise<ServiceStatus> {
  if (environment.databaseUrl !== null) {
    const store = await openStore(environment);
    try {
      return await readServiceStatus(store, store.now?.() ?? Date.now());
    } finally {
      await store.close();
    }
  }
  const { promise, resolve } = Promise.withResolvers<ServiceStatus>();
  await withAdminCalls(async ({ workers }) => resolve(await workers.status()));
  return await promise;
}
