import type { Page, ScriptFile, ScriptOutline, ScriptRevision } from '@runwright/contract';

/** A version of a script with what has made it, without its files. */
export interface ScriptVersion extends ScriptOutline {
  readonly fileCount: number;
  /**
   * `created`: the first version; `deployed`: files that were deployed; `healed`: what a run has taught in which a program failed
   * and the agent executed its block; `learned`: what another run has taught.
   */
  readonly origin: 'created' | 'deployed' | 'healed' | 'learned';
}

/** A script that is to be stored. */
export interface NewScript {
  /** Whose blocks it is for. Default: the workflow of the run; without one, no run looks for the script. */
  readonly workflowPermanentId?: string | null;
  /** A template for the key, rendered as the workflow's own is. Default: the workflow's `cache_key`. */
  readonly cacheKey?: string;
  readonly files: readonly ScriptFile[];
  /** The run that it was made from, whose parameters the key is rendered with. Default: none, and their defaults count. */
  readonly runId?: string | null;
}

/**
 * Programs that do the work of the agent in the blocks of a workflow. A run with `run_with: code` uses the newest script
 * whose key is its own: its workflow's `cache_key`, rendered. Programs that do not parse are refused. The files of a version
 * that was made from a run are artifacts of that run too, of type `script_file`.
 */
export interface ScriptsApi {
  /** Stores version 1. A key that cannot be rendered is refused. */
  create(organizationId: string, script: NewScript): Promise<ScriptRevision>;
  /** Stores the next version, with exactly these files, at least one; key, workflow and run stay. */
  deploy(organizationId: string, scriptId: string, files: readonly ScriptFile[]): Promise<ScriptRevision>;
  /** The latest version, or `version`. */
  get(organizationId: string, scriptId: string, version?: number): Promise<ScriptRevision>;
  /** Versions of a script, the highest first. Defaults: page 1, 10 per page. */
  versions(
    organizationId: string,
    scriptId: string,
    query?: { readonly page?: number; readonly pageSize?: number },
  ): Promise<Page<ScriptVersion>>;
  /** Latest versions without their files, newest first. Defaults: page 1, 10 per page, of all workflows. */
  list(
    organizationId: string,
    query?: { readonly page?: number; readonly pageSize?: number; readonly workflowPermanentId?: string },
  ): Promise<Page<ScriptOutline>>;
}
