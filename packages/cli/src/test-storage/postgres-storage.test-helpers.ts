import { randomBytes } from 'node:crypto';
import { s3Artifacts } from '@runwright/artifacts-s3';
import { pgbossQueue } from '@runwright/queue-pgboss';
import { postgresStore } from '@runwright/store-sql';
import type { TestDatabase, TestStorage } from '@runwright/testing';
import pg from 'pg';

/** The servers that all tests of a run share. */
export interface StorageServers {
  readonly postgresUrl: string;
  readonly s3Endpoint: string;
}

/** How many databases and queues tests opened. */
export interface StorageCounts {
  databases: number;
  queues: number;
}

/** What is open at once in a database: few connections, because every test has pools of its own. */
const maxConnections = 4;
const bucket = 'runwright';
const region = 'us-east-1';
const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** The keys of S3 as environment variables. */
export const s3Variables = {
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
};

/** A {@link TestStorage} that can be closed. */
export interface PostgresStorage extends TestStorage {
  readonly counts: Readonly<StorageCounts>;
  /** Closes what tests have left open and drops the databases. */
  close(): Promise<void>;
}

/** Gives each test a PostgreSQL database with a store and a pg-boss queue, and a prefix of its own in a bucket of S3. */
export function postgresStorage({ postgresUrl, s3Endpoint }: StorageServers): PostgresStorage {
  const names: string[] = [];
  const open: { close(): Promise<void> }[] = [];
  const counts: StorageCounts = { databases: 0, queues: 0 };
  const admin = new pg.Pool({ connectionString: postgresUrl, max: 1 });
  admin.on('error', () => {});

  const kept = <T extends { close(): Promise<void> }>(opened: T): T => {
    open.push(opened);
    return opened;
  };
  return {
    counts,
    async createDatabase(): Promise<TestDatabase> {
      const name = `test_${randomBytes(8).toString('hex')}`;
      await admin.query(`create database ${name}`);
      names.push(name);
      counts.databases += 1;
      const url = postgresUrl.replace(/[^/]*$/, name);
      return {
        openStore: async () => kept(await postgresStore({ url, maxConnections })),
        async openQueue() {
          counts.queues += 1;
          return kept(await pgbossQueue({ url, pollMs: 100 }));
        },
        openArtifacts: () =>
          kept(s3Artifacts({ bucket, region, credentials, endpoint: s3Endpoint, prefix: `${name}/` })),
        variables: {
          RUNWRIGHT_DATABASE_URL: url,
          RUNWRIGHT_ARTIFACTS_URL: `s3://${bucket}/${name}?region=${region}&endpoint=${s3Endpoint}`,
          RUNWRIGHT_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
          ...s3Variables,
        },
      };
    },
    async close() {
      await Promise.all(open.splice(0).map((one) => one.close()));
      for (const name of names.splice(0)) await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
