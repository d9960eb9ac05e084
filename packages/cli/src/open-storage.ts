import { join } from 'node:path';
import {
  type ArtifactStore,
  loadOptionalPackage,
  type RunQueue,
  RunwrightError,
  type Store,
} from '@runwright/contract';
import { folderArtifacts } from '@runwright/core';
import { postgresStore, sqliteStore } from '@runwright/store-sql';
import { parseArtifactsUrl } from './artifacts-url.ts';
import type { Environment } from './environment.ts';

/** The drivers that keep what outlives a process. */
export interface Storage {
  readonly store: Store;
  readonly artifacts: ArtifactStore;
  /** Null: the engine's own, in the process. */
  readonly queue: RunQueue | null;
  /** Whether other processes may use the same store at the same time. */
  readonly shared: boolean;
}

/** Settings that select the drivers. */
export type StorageSettings = Pick<Environment, 'dataDir' | 'databaseUrl' | 'artifactsUrl'>;

/** Opens the storage of the service: PostgreSQL and S3 when their addresses are set, else the data folder. */
export async function openStorage(
  settings: StorageSettings,
  { onError }: { readonly onError: (error: unknown) => void },
): Promise<Storage> {
  const { databaseUrl: url } = settings;
  const store = await openStore(settings);
  try {
    const artifacts = await openArtifacts(settings);
    if (url === null) return { store, artifacts, queue: null, shared: false };
    const { pgbossQueue } = await loadOptionalPackage(
      '@runwright/queue-pgboss',
      'share runs between processes',
      () => import('@runwright/queue-pgboss'),
    );
    return { store, artifacts, queue: await pgbossQueue({ url, onError }), shared: true };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Opens the store alone, for commands that execute no runs. */
export async function openStore({ dataDir, databaseUrl }: StorageSettings): Promise<Store> {
  return databaseUrl === null
    ? await sqliteStore({ folder: dataDir })
    : await postgresStore({ url: databaseUrl });
}

/** Opens the artifacts alone: those of a data folder, or in S3. */
export async function openArtifacts({
  dataDir,
  artifactsUrl,
}: Pick<StorageSettings, 'dataDir' | 'artifactsUrl'>): Promise<ArtifactStore> {
  if (artifactsUrl === null) return folderArtifacts(join(dataDir, 'artifacts'));
  const options = parseArtifactsUrl(artifactsUrl);
  const { s3Artifacts } = await loadOptionalPackage(
    '@runwright/artifacts-s3',
    'keep artifacts in S3',
    () => import('@runwright/artifacts-s3'),
  );
  return s3Artifacts(options);
}

/** Throws `invalid_input` for a command that only makes sense when other processes share the store. */
export function assertShared({ databaseUrl }: StorageSettings, command: string): void {
  if (databaseUrl !== null) return;
  throw new RunwrightError(
    'invalid_input',
    `\`runwright ${command}\` needs RUNWRIGHT_DATABASE_URL: SQLite serves one process. Set it, or use \`runwright start\`.`,
  );
}
