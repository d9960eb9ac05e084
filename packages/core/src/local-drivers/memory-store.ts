import type {
  ApiKey,
  Artifact,
  BrowserProfileRow,
  CredentialRow,
  DeliveryWithRequest,
  FolderRow,
  PushedCodeRow,
  Schedule,
  Store,
  StoredFile,
} from '@runwright/contract';
import { attemptsOf, type RunTables } from './commit-batch.ts';
import { memoryApiKeys } from './memory-api-keys.ts';
import { memoryArtifactRows } from './memory-artifact-rows.ts';
import { memoryBilling } from './memory-billing.ts';
import { memoryBrowserProfiles } from './memory-browser-profiles.ts';
import { type BrowserSessionRows, memoryBrowserSessions } from './memory-browser-sessions.ts';
import { type BrowserStateRow, memoryBrowserStates } from './memory-browser-states.ts';
import { ciphertextTable, memoryCiphertexts } from './memory-ciphertexts.ts';
import { memoryCredentials } from './memory-credentials.ts';
import { memoryDeliveries } from './memory-deliveries.ts';
import { memoryDuties } from './memory-duties.ts';
import { memoryExpiredRuns } from './memory-expired-runs.ts';
import { memoryFiles } from './memory-files.ts';
import { memoryFolders } from './memory-folders.ts';
import { createIdempotencyRows, memoryIdempotency } from './memory-idempotency.ts';
import { memoryModelUse } from './memory-model-use.ts';
import { memoryOrganizations } from './memory-organizations.ts';
import { memoryOutbox } from './memory-outbox.ts';
import { memoryPushedCodes } from './memory-pushed-codes.ts';
import { memoryRuns } from './memory-runs.ts';
import { memorySchedules } from './memory-schedules.ts';
import { memoryScripts } from './memory-scripts.ts';
import { memoryTurns } from './memory-turns.ts';
import { memoryWorkers } from './memory-workers.ts';
import { memoryWorkflows, type WorkflowRows } from './memory-workflows.ts';

/**
 * A store in memory, gone with the process: for trials, for tests, and as the readable reference of the SQL one.
 * Rows are frozen copies: a caller can change neither what it gave nor what it got.
 */
export function memoryStore(): Store {
  const workflows: WorkflowRows = new Map();
  const folderRows = new Map<string, FolderRow>();
  const keyRows = new Map<string, ApiKey>();
  const credentialRows = new Map<string, CredentialRow>();
  const codeRows = new Map<string, PushedCodeRow>();
  const sessionRows: BrowserSessionRows = new Map();
  const profileRows = new Map<string, BrowserProfileRow>();
  const stateRows = new Map<string, BrowserStateRow>();
  const artifacts = new Map<string, Artifact>();
  const files = new Map<string, StoredFile>();
  const deliveries = new Map<string, DeliveryWithRequest>();
  const idempotency = createIdempotencyRows();
  const schedules = new Map<string, Schedule>();
  const tables: RunTables = {
    browserSessions: sessionRows,
    runs: new Map(),
    turns: memoryTurns(),
    attempts: new Map(),
    timeline: new Map(),
    outbox: new Map(),
    openEntries: new Map(),
    billing: { accounts: new Map(), charges: new Map() },
  };

  return {
    specVersion: 'v1',
    organizations: memoryOrganizations([artifacts, files]),
    apiKeys: memoryApiKeys(keyRows, tables),
    workflows: memoryWorkflows(workflows, folderRows, schedules),
    folders: memoryFolders(folderRows, workflows),
    runs: {
      ...memoryRuns(tables, { workflows, idempotency, schedules }),
      ...memoryExpiredRuns(tables, { workflows, states: stateRows, ofRuns: [artifacts, files, deliveries] }),
    },
    attempts: {
      async read(runId) {
        return attemptsOf(tables, runId);
      },
    },
    timeline: {
      async read(runId, { after = 0, limit }) {
        return (tables.timeline.get(runId) ?? []).slice(after, after + limit);
      },
    },
    outbox: memoryOutbox(tables),
    artifacts: memoryArtifactRows(artifacts),
    files: memoryFiles(files),
    credentials: memoryCredentials(credentialRows),
    pushedCodes: memoryPushedCodes(codeRows),
    browserSessions: memoryBrowserSessions(sessionRows),
    browserProfiles: memoryBrowserProfiles(profileRows),
    browserStates: memoryBrowserStates(stateRows),
    ciphertexts: memoryCiphertexts([
      ciphertextTable('api_key', keyRows),
      ciphertextTable('credential', credentialRows),
      ciphertextTable('browser_profile', profileRows),
      ciphertextTable('browser_state', stateRows),
      ciphertextTable('pushed_code', codeRows),
    ]),
    schedules: memorySchedules(schedules),
    scripts: memoryScripts(),
    deliveries: memoryDeliveries(deliveries),
    idempotencyKeys: memoryIdempotency(idempotency),
    billing: memoryBilling(tables.billing),
    modelUse: memoryModelUse(),
    duties: memoryDuties(),
    workers: memoryWorkers(tables),
    async close() {},
  };
}
