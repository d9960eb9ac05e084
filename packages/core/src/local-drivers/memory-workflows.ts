import {
  type FolderRow,
  type OpenImport,
  RunwrightError,
  type Store,
  type Workflow,
  type WorkflowQuery,
} from '@runwright/contract';
import { byTime, newestFirst } from './compare-rows.ts';
import { copyFrozen } from './copy-frozen.ts';
import { cutPage } from './cut-page.ts';
import type { ScheduleRows } from './memory-schedules.ts';

/** Every version of every workflow, by `workflowId`. */
export type WorkflowRows = Map<string, Workflow>;

/** The workflow calls of the memory store. A workflow is deleted when its latest version is. */
export function memoryWorkflows(
  rows: WorkflowRows,
  folders: ReadonlyMap<string, FolderRow>,
  schedules: ScheduleRows,
): Store['workflows'] {
  const sources = new Map<string, string>();
  const versionsOf = (organizationId: string, workflowPermanentId: string): readonly Workflow[] =>
    [...rows.values()].filter(
      (row) => row.organizationId === organizationId && row.workflowPermanentId === workflowPermanentId,
    );

  return {
    async add(workflow) {
      assertNewVersion(rows, workflow);
      rows.set(workflow.workflowId, copyFrozen(workflow));
    },
    async get(organizationId, workflowPermanentId, version) {
      const versions = versionsOf(organizationId, workflowPermanentId);
      const latest = latestOf(versions);
      if (!latest || latest.deletedAt !== null) return null;
      if (version === undefined) return latest;
      return versions.find((row) => row.version === version && row.deletedAt === null) ?? null;
    },
    async getVersion(organizationId, workflowId) {
      const row = rows.get(workflowId);
      return row?.organizationId === organizationId ? row : null;
    },
    async list(query) {
      const found = latestVersions(rows)
        .filter((row) => row.organizationId === query.organizationId && row.deletedAt === null)
        .filter((row) => query.statuses.includes(row.status))
        .filter((row) => query.folderId === undefined || row.folderId === query.folderId)
        .filter((row) => matches(row, query, folders));
      const order = newestFirst<Workflow>(
        (row) => row.createdAt,
        (row) => row.workflowPermanentId,
      );
      return cutPage(found.toSorted(order), query);
    },
    async versions(organizationId, workflowPermanentId, page) {
      const versions = versionsOf(organizationId, workflowPermanentId);
      const isGone = latestOf(versions)?.deletedAt !== null;
      return cutPage(isGone ? [] : versions.toSorted((a, b) => b.version - a.version), page);
    },
    async move(organizationId, workflowPermanentId, folderId, { now }) {
      const versions = versionsOf(organizationId, workflowPermanentId);
      const latest = latestOf(versions);
      if (!latest || latest.deletedAt !== null) return null;
      for (const row of versions) rows.set(row.workflowId, copyFrozen({ ...row, folderId, modifiedAt: now }));
      return rows.get(latest.workflowId) ?? null;
    },
    async delete(organizationId, workflowPermanentIds, { now }) {
      let deleted = 0;
      for (const id of new Set(workflowPermanentIds)) {
        const open = versionsOf(organizationId, id).filter((row) => row.deletedAt === null);
        for (const row of open) rows.set(row.workflowId, copyFrozen({ ...row, deletedAt: now }));
        if (open.length > 0) deleted += 1;
        for (const { scheduleId, ...row } of schedules.values()) {
          if (row.organizationId === organizationId && row.workflowPermanentId === id)
            schedules.delete(scheduleId);
        }
      }
      return deleted;
    },
    async addImport(workflow, source) {
      assertNewVersion(rows, workflow);
      rows.set(workflow.workflowId, copyFrozen(workflow));
      sources.set(workflow.workflowId, source);
    },
    async openImports({ limit }) {
      const open = [...sources].flatMap(([workflowId, source]) => {
        const workflow = rows.get(workflowId);
        return workflow ? [{ workflow, source }] : [];
      });
      const order = byTime<OpenImport>(
        ({ workflow }) => workflow.createdAt,
        ({ workflow }) => workflow.workflowId,
      );
      return open.sort(order).slice(0, limit);
    },
    async endImport(workflow) {
      if (!sources.delete(workflow.workflowId)) return false;
      const { deletedAt = null, folderId = null } = rows.get(workflow.workflowId) ?? {};
      rows.set(
        workflow.workflowId,
        copyFrozen({ ...workflow, folderId: folderId ?? workflow.folderId, deletedAt }),
      );
      return true;
    },
  };
}

/** Throws `conflict` when the version, or its id, is already there, or the workflow is deleted. */
export function assertNewVersion(rows: WorkflowRows, workflow: Workflow): void {
  const taken = [...rows.values()].some(
    (row) =>
      row.workflowId === workflow.workflowId ||
      (row.workflowPermanentId === workflow.workflowPermanentId &&
        (row.version === workflow.version || row.deletedAt !== null)),
  );
  if (!taken) return;
  throw new RunwrightError(
    'conflict',
    `Cannot add version ${workflow.version} of workflow \`${workflow.workflowPermanentId}\`: it exists, or the workflow is deleted. Read the latest version and add the next one.`,
  );
}

/** The latest version of each workflow, deleted ones too. */
export function latestVersions(rows: WorkflowRows): readonly Workflow[] {
  const versions = Map.groupBy(rows.values(), (row) => row.workflowPermanentId);
  return [...versions.values()].flatMap((group) => latestOf(group) ?? []);
}

function latestOf(versions: readonly Workflow[]): Workflow | undefined {
  return versions.toSorted((a, b) => b.version - a.version)[0];
}

function matches(
  row: Workflow,
  { searchKey, title }: Pick<WorkflowQuery, 'searchKey' | 'title'>,
  folders: ReadonlyMap<string, FolderRow>,
): boolean {
  if (searchKey !== undefined) {
    const texts = [...searchTexts(row), folders.get(row.folderId ?? '')?.title ?? ''];
    return texts.some((text) => contains(text, searchKey));
  }
  return title === undefined || contains(row.title, title);
}

function searchTexts(row: Workflow): readonly string[] {
  const { description, workflow_definition } = row.draft;
  const parameters = workflow_definition.parameters.flatMap((parameter) => [
    parameter.key,
    parameter.description ?? '',
    'default_value' in parameter ? printed(parameter.default_value) : '',
  ]);
  return [row.title, description ?? '', ...parameters];
}

function printed(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function contains(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}
