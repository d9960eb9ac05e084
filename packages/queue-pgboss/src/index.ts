/**
 * Queue driver on pg-boss.
 *
 * @packageDocumentation
 */

export { type PgbossQueueOptions, pgbossQueue } from './pgboss-queue.ts';
