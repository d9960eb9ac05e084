import type { Engine } from '@runwright/core';
import { compose } from '../compose.ts';
import { openDataFolder } from '../data-folder.ts';
import { readEnvironment } from '../environment.ts';
import { openStore } from '../open-store.ts';
import { rotateStoredKey } from '../rotate-master-key.ts';

/** Executes `runwright keys create <name>`: creates a key of the first organization and prints it, which is not repeated. */
export async function createKey(name: string): Promise<void> {
  await withEngine(async (engine, organizationId) => {
    const { text } = await engine.keys.create(organizationId, { name });
    console.log(text);
  });
}

/** Executes `runwright keys list`: prints the keys of the first organization, one per line: id, prefix, state, name. */
export async function listKeys(): Promise<void> {
  await withEngine(async (engine, organizationId) => {
    for (const { apiKeyId, prefix, revokedAt, name } of await engine.keys.list(organizationId)) {
      const state = revokedAt === null ? 'active' : `revoked ${new Date(revokedAt).toISOString()}`;
      console.log(`${apiKeyId}  ${prefix}…  ${state}  ${name}`);
    }
  });
}

/** Executes `runwright keys revoke <id>`: the key is rejected from now on. */
export async function revokeKey(apiKeyId: string): Promise<void> {
  await withEngine(async (engine, organizationId) => {
    const { name } = await engine.keys.revoke(organizationId, apiKeyId);
    console.log(`Revoked ${apiKeyId} (${name}).`);
  });
}

/** Executes `runwright keys rotate-master`: encrypts all keys and credentials with a new master key. */
export async function rotateMaster(): Promise<void> {
  const environment = readEnvironment();
  await openDataFolder(environment.dataDir);
  const store = await openStore(environment.dataDir);
  try {
    const count = await rotateStoredKey(store, environment.dataDir, environment);
    console.log(`${count} keys and credentials are encrypted under the new master key.`);
  } finally {
    await store.close();
  }
  if (environment.masterKey !== null) {
    console.log(
      'Set RUNWRIGHT_MASTER_KEY to the new key, and remove RUNWRIGHT_NEW_MASTER_KEY, before the next start.',
    );
  }
}

async function withEngine(work: (engine: Engine, organizationId: string) => Promise<void>): Promise<void> {
  const { engine } = await compose(readEnvironment(), { worker: false });
  try {
    const { organizationId } = await engine.organizations.first();
    await work(engine, organizationId);
  } finally {
    await engine.close();
  }
}
