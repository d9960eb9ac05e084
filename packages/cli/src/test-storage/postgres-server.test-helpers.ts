import { type PostgresServer, postgresServer } from '@runwright/testing/postgres';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

let server: PostgresServer | null = null;

/** Starts the PostgreSQL server of a test run. Throws when PostgreSQL is not installed. */
export async function setup(project: TestProject): Promise<void> {
  server = await postgresServer({ settings: { max_connections: '500' } });
  project.provide('postgresUrl', server.url);
}

/** Stops the server. */
export async function teardown(): Promise<void> {
  await server?.close();
}
