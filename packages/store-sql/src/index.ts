/**
 * Store drivers for SQL databases.
 *
 * @packageDocumentation
 */

export { type CopiedTable, copyDatabase, type DatabasePlace } from './copy/copy-database.ts';
export { type PostgresStoreOptions, postgresStore } from './postgres/postgres-store.ts';
export { type SqlitePlace, type SqliteStoreOptions, sqliteStore } from './sqlite-store.ts';
