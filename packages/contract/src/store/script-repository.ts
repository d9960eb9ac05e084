import type { ScriptRevision } from '../script.ts';
import type { Page } from './page.ts';

/** A version of a script without its files, which `get` reads. */
export type ScriptOutline = Omit<ScriptRevision, 'files'>;

/** Filter of scripts to list. `page` counts from 1. */
export interface ScriptQuery {
  readonly organizationId: string;
  readonly workflowPermanentId?: string;
  readonly page: number;
  readonly pageSize: number;
}

/** Scripts, a row for each version. A deleted revision is as if it had never been, except that its number stays taken. */
export interface ScriptRepository {
  /** Throws `conflict` when the version of this script, or the revision's id, exists. */
  add(revision: ScriptRevision): Promise<void>;
  /** The latest version, or `version`; null when there is none. */
  get(organizationId: string, scriptId: string, version?: number): Promise<ScriptRevision | null>;
  /** The latest version of each script, newest first by the creation of that version, ties by id descending. */
  list(query: ScriptQuery): Promise<Page<ScriptOutline>>;
  /** The newest revision for a workflow and a key; ties by version, then by id, the later one. */
  find(organizationId: string, workflowPermanentId: string, cacheKey: string): Promise<ScriptRevision | null>;
}
