/**
 * Store drivers for SQL databases.
 *
 * @packageDocumentation
 */

export { type SqlitePlace, type SqliteStoreOptions, sqliteStore } from './sqlite-store.ts';
