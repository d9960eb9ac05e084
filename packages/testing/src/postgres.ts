/**
 * A real PostgreSQL server for tests, on loopback and in a folder of its own.
 *
 * @packageDocumentation
 */

export { findPostgres, type PostgresBinaries } from './postgres/find-postgres.ts';
export {
  type PostgresServer,
  type PostgresServerOptions,
  postgresServer,
} from './postgres/postgres-server.ts';
