import { RunwrightError, type Store, type Workflow } from '@runwright/contract';
import { newestFirst } from './compare-rows.ts';
import { copyFrozen } from './copy-frozen.ts';
import { cutPage } from './cut-page.ts';

/** Every version of every workflow, by `workflowId`. */
export type WorkflowRows = Map<string, Workflow>;

/** The workflow calls of the memory store. A workflow is deleted when its latest version is. */
export function memoryWorkflows(rows: WorkflowRows): Store['workflows'] {
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
      const versions = Map.groupBy(rows.values(), (row) => row.workflowPermanentId);
      const found = [...versions.values()]
        .flatMap((group) => latestOf(group) ?? [])
        .filter((row) => row.organizationId === query.organizationId && row.deletedAt === null)
        .filter((row) => query.statuses.includes(row.status))
        .filter((row) => query.folderId === undefined || row.folderId === query.folderId)
        .filter((row) => matches(row, query.searchKey, query.title));
      const order = newestFirst<Workflow>(
        (row) => row.createdAt,
        (row) => row.workflowPermanentId,
      );
      return cutPage(found.sort(order), query);
    },
  };
}

/** Throws `conflict` when the version, or its id, is already there. */
export function assertNewVersion(rows: WorkflowRows, workflow: Workflow): void {
  const taken = [...rows.values()].some(
    (row) =>
      row.workflowId === workflow.workflowId ||
      (row.workflowPermanentId === workflow.workflowPermanentId && row.version === workflow.version),
  );
  if (!taken) return;
  throw new RunwrightError(
    'conflict',
    `Cannot add version ${workflow.version} of workflow \`${workflow.workflowPermanentId}\`: it exists. Read the latest version and add the next one.`,
  );
}

function latestOf(versions: readonly Workflow[]): Workflow | undefined {
  return versions.toSorted((a, b) => b.version - a.version)[0];
}

function matches(row: Workflow, searchKey: string | undefined, title: string | undefined): boolean {
  if (searchKey !== undefined) return searchTexts(row).some((text) => contains(text, searchKey));
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
