import type { ScriptRevision } from '../script.ts';

/** Scripts, a row for each version. A deleted revision is as if it had never been, except that its number stays taken. */
export interface ScriptRepository {
  /** Throws `conflict` when the version of this script, or the revision's id, exists. */
  add(revision: ScriptRevision): Promise<void>;
  /** The latest version, or `version`; null when there is none. */
  get(organizationId: string, scriptId: string, version?: number): Promise<ScriptRevision | null>;
  /** The newest revision for a workflow and a key; ties by version, then by id, the later one. */
  find(organizationId: string, workflowPermanentId: string, cacheKey: string): Promise<ScriptRevision | null>;
}
