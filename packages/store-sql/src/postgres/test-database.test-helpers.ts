import { randomBytes } from 'node:crypto';
import { Client, Pool, type PoolConfig } from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the PostgreSQL server that all tests of a run share. */
    postgresUrl: string;
  }
}

/** An empty database of the server that all tests of a run share. */
export interface TestDatabase {
  readonly url: string;
  /** Port of the server. */
  readonly port: number;
  /**
   * Opens a pool whose lost connections end nothing: `end` of a pool resolves before the server has closed its connections, so
   * {@link TestDatabase.close} may still end one.
   */
  openPool(config?: Omit<PoolConfig, 'connectionString'>): Pool;
  /** Drops it, whoever is still connected. */
  close(): Promise<void>;
}

/** Creates it. A test that stops the server or ends its connections starts a `postgresServer` of its own instead. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await execute(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return {
    url: url.href,
    port: Number(url.port),
    openPool(config) {
      const pool = new Pool({ ...config, connectionString: url.href });
      pool.on('error', () => {});
      return pool;
    },
    close: () => execute(server, `drop database ${name} with (force)`),
  };
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
