import {
  type ApiKey,
  type Artifact,
  type BrowserProfileRow,
  type CredentialRow,
  type FolderRow,
  type Organization,
  type OutboxEntry,
  type PushedCodeRow,
  RunwrightError,
  type Schedule,
  type Store,
  type StoredFile,
  type WebhookDelivery,
} from '@runwright/contract';
import { attemptsOf, putEntry, type RunTables } from './commit-batch.ts';
import { byTime, newestFirst } from './compare-rows.ts';
import { copyFrozen } from './copy-frozen.ts';
import { memoryApiKeys } from './memory-api-keys.ts';
import { memoryBilling } from './memory-billing.ts';
import { memoryBrowserProfiles } from './memory-browser-profiles.ts';
import { type BrowserSessionRows, memoryBrowserSessions } from './memory-browser-sessions.ts';
import { type BrowserStateRow, memoryBrowserStates } from './memory-browser-states.ts';
import { ciphertextTable, memoryCiphertexts } from './memory-ciphertexts.ts';
import { memoryCredentials } from './memory-credentials.ts';
import { memoryFolders } from './memory-folders.ts';
import { createIdempotencyRows, memoryIdempotency } from './memory-idempotency.ts';
import { memoryPushedCodes } from './memory-pushed-codes.ts';
import { memoryRuns } from './memory-runs.ts';
import { memorySchedules } from './memory-schedules.ts';
import { memoryScripts } from './memory-scripts.ts';
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
  const idempotency = createIdempotencyRows();
  const schedules = new Map<string, Schedule>();
  const tables: RunTables = {
    browserSessions: sessionRows,
    runs: new Map(),
    attempts: new Map(),
    timeline: new Map(),
    outbox: new Map(),
    openEntries: new Map(),
    billing: { accounts: new Map(), charges: new Map() },
  };

  return {
    specVersion: 'v1',
    organizations: organizations(),
    apiKeys: memoryApiKeys(keyRows, tables),
    workflows: memoryWorkflows(workflows, folderRows, schedules),
    folders: memoryFolders(folderRows, workflows),
    runs: memoryRuns(tables, { workflows, idempotency, schedules }),
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
    outbox: outbox(tables),
    artifacts: artifacts(),
    files: files(),
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
    deliveries: deliveries(),
    idempotencyKeys: memoryIdempotency(idempotency),
    billing: memoryBilling(tables.billing),
    async close() {},
  };
}

function organizations(): Store['organizations'] {
  const rows = new Map<string, Organization>();
  return {
    async get(organizationId) {
      return rows.get(organizationId) ?? null;
    },
    async list() {
      return [...rows.values()].sort(
        byTime(
          (row) => row.createdAt,
          (row) => row.organizationId,
        ),
      );
    },
    async put(organization) {
      rows.set(organization.organizationId, copyFrozen(organization));
    },
  };
}

function outbox(tables: RunTables): Store['outbox'] {
  const openEntries = (status: OutboxEntry['status']) =>
    [...tables.openEntries.values()].filter((row) => row.status === status);
  return {
    async due({ type, now, limit }) {
      const pending = openEntries('pending').filter((row) => row.type === type && row.dueAt <= now);
      return pending.sort(byAge).slice(0, limit);
    },
    async sending({ limit, after }) {
      const rows = openEntries('sending').filter((row) => after === undefined || byAge(row, after) > 0);
      return rows.sort(byAge).slice(0, limit);
    },
    async settle(entryId, { from, to, dueAt }) {
      const row = tables.outbox.get(entryId);
      if (row?.status !== from) return false;
      putEntry(tables, Object.freeze({ ...row, status: to, dueAt: dueAt ?? row.dueAt }));
      return true;
    },
  };
}

const byAge = byTime<Pick<OutboxEntry, 'createdAt' | 'entryId'>>(
  (row) => row.createdAt,
  (row) => row.entryId,
);

function artifacts(): Store['artifacts'] {
  const rows = new Map<string, Artifact>();
  return {
    async add(artifact) {
      if (rows.has(artifact.artifactId)) {
        throw new RunwrightError(
          'conflict',
          `Cannot add artifact \`${artifact.artifactId}\`: it exists. Make a new id.`,
        );
      }
      rows.set(artifact.artifactId, copyFrozen(artifact));
    },
    async get(organizationId, artifactId) {
      return owned(rows.get(artifactId), organizationId);
    },
    async list(organizationId, runId, { types } = {}) {
      return [...rows.values()]
        .filter((row) => row.organizationId === organizationId && row.runId === runId)
        .filter((row) => types === undefined || types.includes(row.type))
        .sort(
          byTime(
            (row) => row.createdAt,
            (row) => row.artifactId,
          ),
        );
    },
  };
}

function files(): Store['files'] {
  const rows = new Map<string, StoredFile>();
  return {
    async add(file) {
      if (rows.has(file.fileId)) {
        throw new RunwrightError('conflict', `Cannot add file \`${file.fileId}\`: it exists. Make a new id.`);
      }
      rows.set(file.fileId, copyFrozen(file));
    },
    async delete(organizationId, fileId) {
      const row = owned(rows.get(fileId), organizationId);
      if (row) rows.delete(fileId);
      return row;
    },
    async get(organizationId, fileId) {
      return owned(rows.get(fileId), organizationId);
    },
    async list(organizationId, runId) {
      return [...rows.values()]
        .filter((row) => row.organizationId === organizationId && row.runId === runId)
        .sort(
          byTime(
            (row) => row.createdAt,
            (row) => row.fileId,
          ),
        );
    },
  };
}

function deliveries(): Store['deliveries'] {
  const rows = new Map<string, WebhookDelivery>();
  return {
    async put(delivery) {
      rows.set(delivery.deliveryId, copyFrozen(delivery));
    },
    async list(organizationId, runId) {
      return [...rows.values()]
        .filter((row) => row.organizationId === organizationId && row.runId === runId)
        .sort(
          newestFirst(
            (row) => row.createdAt,
            (row) => row.deliveryId,
          ),
        );
    },
  };
}

function owned<T extends { readonly organizationId: string }>(
  row: T | undefined,
  organizationId: string,
): T | null {
  return row?.organizationId === organizationId ? row : null;
}
