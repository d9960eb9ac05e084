import {
  type ApiKey,
  type Artifact,
  type CredentialRow,
  type FolderRow,
  type Organization,
  type OutboxEntry,
  RunwrightError,
  type Store,
  type StoredFile,
  type WebhookDelivery,
} from '@runwright/contract';
import { attemptsOf, putEntry, type RunTables } from './commit-batch.ts';
import { byTime, newestFirst } from './compare-rows.ts';
import { copyFrozen } from './copy-frozen.ts';
import { memoryCiphertexts } from './memory-ciphertexts.ts';
import { memoryCredentials } from './memory-credentials.ts';
import { memoryFolders } from './memory-folders.ts';
import { memoryRuns } from './memory-runs.ts';
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
  const tables: RunTables = {
    runs: new Map(),
    attempts: new Map(),
    timeline: new Map(),
    outbox: new Map(),
    openEntries: new Map(),
  };

  return {
    specVersion: 'v1',
    organizations: organizations(),
    apiKeys: apiKeys(keyRows),
    workflows: memoryWorkflows(workflows, folderRows),
    folders: memoryFolders(folderRows, workflows),
    runs: memoryRuns(tables, workflows),
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
    ciphertexts: memoryCiphertexts(keyRows, credentialRows),
    scripts: memoryScripts(),
    deliveries: deliveries(),
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

function apiKeys(rows: Map<string, ApiKey>): Store['apiKeys'] {
  return {
    async find(hash) {
      return [...rows.values()].find((row) => row.hash === hash) ?? null;
    },
    async get(organizationId, apiKeyId) {
      return owned(rows.get(apiKeyId), organizationId);
    },
    async list(organizationId) {
      return [...rows.values()]
        .filter((row) => row.organizationId === organizationId)
        .sort(
          byTime(
            (row) => row.createdAt,
            (row) => row.apiKeyId,
          ),
        );
    },
    async put(key) {
      const other = [...rows.values()].find((row) => row.hash === key.hash && row.apiKeyId !== key.apiKeyId);
      if (other) {
        throw new RunwrightError(
          'conflict',
          `Cannot store API key \`${key.apiKeyId}\`: \`${other.apiKeyId}\` has the same hash. Make a new key.`,
        );
      }
      rows.set(key.apiKeyId, copyFrozen(key));
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
