import { inject } from 'vitest';
import { postgresStorage } from './postgres-storage.test-helpers.ts';

/** An empty database of the PostgreSQL server that all tests of a run share. */
export interface TestDatabase {
  readonly url: string;
  /** Drops it, whoever is still connected. */
  close(): Promise<void>;
}

/** Creates it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const storage = postgresStorage({ postgresUrl: inject('postgresUrl'), s3Endpoint: '' });
  const { variables } = await storage.createDatabase();
  return { url: variables.RUNWRIGHT_DATABASE_URL ?? '', close: () => storage.close() };
}
