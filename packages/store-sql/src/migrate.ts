import { RunwrightError } from '@runwright/contract';
import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { initial } from './migrations/0001-initial.ts';
import { parentsAndLanes } from './migrations/0002-parents-and-lanes.ts';
import { credentials } from './migrations/0003-credentials.ts';
import { files } from './migrations/0004-files.ts';
import { scripts } from './migrations/0005-scripts.ts';
import { lostWorkers } from './migrations/0006-lost-workers.ts';
import { turnsInLanes } from './migrations/0007-turns-in-lanes.ts';
import { outboxByType } from './migrations/0008-outbox-by-type.ts';
import { foldersAndImports } from './migrations/0009-folders-and-imports.ts';
import { schedules } from './migrations/0010-schedules.ts';
import { idempotency } from './migrations/0011-idempotency.ts';
import { browserSessions } from './migrations/0013-browser-sessions.ts';
import { organizationsAndKeys } from './migrations/0014-organizations-and-keys.ts';
import { billing } from './migrations/0015-billing.ts';
import { pushedCodes } from './migrations/0017-pushed-codes.ts';
import { modelUse } from './migrations/0018-model-use.ts';
import { modelUseByDay } from './migrations/0019-model-use-by-day.ts';
import { claimedKeysOnce } from './migrations/0020-claimed-keys-once.ts';
import { duties } from './migrations/0021-duties.ts';
import { commitMarks } from './migrations/0022-commit-marks.ts';
import { runLists } from './migrations/0023-run-lists.ts';
import { retention } from './migrations/0024-retention.ts';
import { startingDeadlines } from './migrations/0025-starting-deadlines.ts';
import { fairTurns } from './migrations/0026-fair-turns.ts';
import { workers } from './migrations/0027-workers.ts';
import { importWarnings } from './migrations/0028-import-warnings.ts';
import { runMetadata } from './migrations/0029-run-metadata.ts';
import { sentRequests } from './migrations/0030-sent-requests.ts';
import { returnedWorkers } from './migrations/0031-returned-workers.ts';
import { organizationStorage } from './migrations/0032-organization-storage.ts';
import { excusedWorkers } from './migrations/0033-excused-workers.ts';
import { deadOwners } from './migrations/0034-dead-owners.ts';
import { runWarnings } from './migrations/0035-run-warnings.ts';
import { afterTheEnd } from './migrations/0036-after-the-end.ts';
import { masterKeyFingerprint } from './migrations/0037-master-key-fingerprint.ts';
import { newerMigrations } from './newer-migrations.ts';

/**
 * In the order in which they run. They only go forward, and one that has been released is never changed. The version before uses the tables
 * while the new one is rolled out, so a migration only adds to them: what is not used any more is removed by a later release, in a
 * migration whose name begins with `contract` after its number.
 */
const migrations: Readonly<Record<string, Migration>> = {
  '0001-initial': initial,
  '0002-parents-and-lanes': parentsAndLanes,
  '0003-credentials': credentials,
  '0004-files': files,
  '0005-scripts': scripts,
  '0006-lost-workers': lostWorkers,
  '0007-turns-in-lanes': turnsInLanes,
  '0008-outbox-by-type': outboxByType,
  '0009-folders-and-imports': foldersAndImports,
  '0010-schedules': schedules,
  '0011-idempotency': idempotency,
  '0013-browser-sessions': browserSessions,
  '0014-organizations-and-keys': organizationsAndKeys,
  '0015-billing': billing,
  '0017-pushed-codes': pushedCodes,
  '0018-model-use': modelUse,
  '0019-model-use-by-day': modelUseByDay,
  '0020-claimed-keys-once': claimedKeysOnce,
  '0021-duties': duties,
  '0022-commit-marks': commitMarks,
  '0023-run-lists': runLists,
  '0024-retention': retention,
  '0025-starting-deadlines': startingDeadlines,
  '0026-fair-turns': fairTurns,
  '0027-workers': workers,
  '0028-import-warnings': importWarnings,
  '0029-run-metadata': runMetadata,
  '0030-sent-requests': sentRequests,
  '0031-returned-workers': returnedWorkers,
  '0032-organization-storage': organizationStorage,
  '0033-excused-workers': excusedWorkers,
  '0034-dead-owners': deadOwners,
  '0035-run-warnings': runWarnings,
  '0036-after-the-end': afterTheEnd,
  '0037-master-key-fingerprint': masterKeyFingerprint,
};

/** Settings of {@link migrate}. */
export interface MigrateOptions {
  /** The migration to stop at. Default: all. */
  readonly last?: string;
  /** Schema of the tables on PostgreSQL. SQLite has none. */
  readonly schema?: string;
}

/**
 * Brings the tables up to date. Those that a newer version has only added to are used as they are. Throws `conflict` when a newer
 * version has removed what this one uses.
 */
export async function migrate<Tables>(db: Kysely<Tables>, options: MigrateOptions = {}): Promise<void> {
  const migrator = await migratorOf(db, options);
  const { error, results } = await (options.last === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(options.last));
  if (!error) return;
  const failed = results?.find((result) => result.status === 'Error');
  if (failed) throw notApplied(failed.migrationName, error);
  throw RunwrightError.is(error) ? error : notKnown(error);
}

/** Throws `conflict` when tables are missing or old, or a newer version has removed what this one uses. Changes nothing. */
export async function assertMigrated<Tables>(
  db: Kysely<Tables>,
  options: MigrateOptions = {},
): Promise<void> {
  const migrator = await migratorOf(db, options);
  const pending = (await migrator.getMigrations()).filter(({ executedAt }) => !executedAt);
  if (pending.length === 0) return;
  const names = pending.map(({ name }) => `\`${name}\``).join(', ');
  throw new RunwrightError(
    'conflict',
    `Cannot use the database: it lacks the migrations ${names}. Run \`runwright migrate\`.`,
  );
}

async function migratorOf<Tables>(db: Kysely<Tables>, { schema }: MigrateOptions): Promise<Migrator> {
  const last = Object.keys(migrations).at(-1) ?? '';
  const newer = await newerMigrations(db, { last, schema });
  return new Migrator({
    db,
    provider: {
      getMigrations: async () => ({
        ...migrations,
        ...Object.fromEntries(newer.map((name) => [name, executed])),
      }),
    },
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  });
}

/** Stands for a migration of a newer version, which the database has. */
const executed: Migration = { up: async () => undefined };

function notApplied(name: string, cause: unknown): RunwrightError {
  return new RunwrightError(
    'internal',
    `Cannot migrate the database: migration \`${name}\` failed. Nothing was changed.`,
    { cause },
  );
}

function notKnown(cause: unknown): RunwrightError {
  return new RunwrightError(
    'conflict',
    `Cannot migrate the database: it does not fit the migrations up to \`${Object.keys(migrations).at(-1)}\`. Open it with the version that wrote it, or a newer one.`,
    { cause },
  );
}
