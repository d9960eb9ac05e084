import type { Store } from '@runwright/contract';
import type { Kysely } from 'kysely';
import { sqlApiKeys } from './api-keys.ts';
import { sqlArtifacts } from './artifacts.ts';
import { sqlAttempts } from './attempts.ts';
import { sqlBilling } from './billing.ts';
import { sqlBrowserProfiles } from './browser-profiles.ts';
import { sqlBrowserSessions } from './browser-sessions.ts';
import { sqlBrowserStates } from './browser-states.ts';
import { sqlCiphertexts } from './ciphertexts.ts';
import type { Connection } from './connection.ts';
import { sqlCredentials } from './credentials.ts';
import { sqlDeliveries } from './deliveries.ts';
import { sqlDuties } from './duties.ts';
import { sqlFiles } from './files.ts';
import { sqlFolders } from './folders.ts';
import { sqlIdempotency } from './idempotency.ts';
import { sqlModelUse } from './model-use.ts';
import { sqlOrganizations } from './organizations.ts';
import { sqlOutbox } from './outbox.ts';
import { sqlPushedCodes } from './pushed-codes.ts';
import { sqlRuns } from './runs.ts';
import { sqlSchedules } from './schedules.ts';
import { sqlScripts } from './scripts.ts';
import type { Tables } from './tables.ts';
import { sqlTimeline } from './timeline.ts';
import { sqlWorkers } from './workers.ts';
import { sqlWorkflows } from './workflows.ts';

/**
 * The store over Kysely. What a run does goes through `connection`, which executes compiled queries at once and lets
 * commits share a transaction; everything else is built and executed by `db`.
 */
export function sqlStore(db: Kysely<Tables>, connection: Connection, close: () => Promise<void>): Store {
  return {
    specVersion: 'v1',
    organizations: sqlOrganizations(db, connection),
    apiKeys: sqlApiKeys(db),
    workflows: sqlWorkflows(db, connection),
    folders: sqlFolders(db),
    runs: sqlRuns(db, connection),
    attempts: sqlAttempts(db, connection),
    timeline: sqlTimeline(db, connection),
    outbox: sqlOutbox(db, connection),
    artifacts: sqlArtifacts(db, connection),
    files: sqlFiles(db, connection),
    credentials: sqlCredentials(db),
    pushedCodes: sqlPushedCodes(db),
    browserSessions: sqlBrowserSessions(db),
    browserProfiles: sqlBrowserProfiles(db),
    browserStates: sqlBrowserStates(db),
    ciphertexts: sqlCiphertexts(db),
    schedules: sqlSchedules(db, connection),
    scripts: sqlScripts(db, connection),
    deliveries: sqlDeliveries(db),
    idempotencyKeys: sqlIdempotency(db, connection),
    billing: sqlBilling(db, connection),
    modelUse: sqlModelUse(db, connection),
    duties: sqlDuties(db),
    workers: sqlWorkers(db),
    close,
  };
}
