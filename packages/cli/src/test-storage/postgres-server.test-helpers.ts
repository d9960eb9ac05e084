import { postgresServer } from '@runwright/testing/postgres';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** Starts the PostgreSQL server of a project; the returned function stops it. Throws when PostgreSQL is not installed. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await postgresServer({ settings: { max_connections: '500' } });
  project.provide('postgresUrl', server.url);
  return () => server.close();
}
