import type { Store } from '@runwright/contract';
import type { Kysely } from 'kysely';
import { sqlCiphertexts } from './ciphertexts.ts';
import { sqlCredentials } from './credentials.ts';
import { sqlFiles } from './files.ts';
import {
  sqlApiKeys,
  sqlArtifacts,
  sqlAttempts,
  sqlDeliveries,
  sqlOrganizations,
  sqlOutbox,
  sqlTimeline,
} from './records.ts';
import { sqlRuns } from './runs.ts';
import { sqlScripts } from './scripts.ts';
import type { Tables } from './tables.ts';
import { sqlWorkflows } from './workflows.ts';

/** The store over any SQL dialect. What differs between databases is in the dialect and in `close`. */
export function sqlStore(db: Kysely<Tables>, close: () => Promise<void>): Store {
  return {
    specVersion: 'v1',
    organizations: sqlOrganizations(db),
    apiKeys: sqlApiKeys(db),
    workflows: sqlWorkflows(db),
    runs: sqlRuns(db),
    attempts: sqlAttempts(db),
    timeline: sqlTimeline(db),
    outbox: sqlOutbox(db),
    artifacts: sqlArtifacts(db),
    files: sqlFiles(db),
    credentials: sqlCredentials(db),
    ciphertexts: sqlCiphertexts(db),
    scripts: sqlScripts(db),
    deliveries: sqlDeliveries(db),
    close,
  };
}
