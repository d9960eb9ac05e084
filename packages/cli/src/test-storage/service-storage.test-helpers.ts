import { testStorage } from '@runwright/testing';

/**
 * Returns the environment variables of a service under test: none by default, so that it uses its data folder; with
 * `RUNWRIGHT_TEST_STORAGE=postgres` those of a new PostgreSQL database, with pg-boss as queue and artifacts in S3.
 */
export async function serviceVariables(): Promise<Readonly<Record<string, string>>> {
  return (await testStorage()?.createDatabase())?.variables ?? {};
}
