import type { JsonSchema } from '@runwright/contract';
import type { DefinitionGraph, Validation } from '@runwright/definition';
import type { ApiKeysApi } from './api-keys-api.ts';
import type { ArtifactsApi } from './artifacts-api.ts';
import type { BillingApi } from './billing-api.ts';
import type { BlockType } from './block-type.ts';
import type { BrowserProfilesApi } from './browser-profiles-api.ts';
import type { BrowserSessionsApi } from './browser-sessions-api.ts';
import type { CredentialsApi } from './credentials-api.ts';
import type { FilesApi } from './files-api.ts';
import type { FoldersApi } from './folders-api.ts';
import type { Health } from './health.ts';
import type { IdempotencyApi } from './idempotency-api.ts';
import type { LinksApi } from './links-api.ts';
import type { LiveViewsApi } from './live-views-api.ts';
import type { ModelsApi } from './models-api.ts';
import type { OneTimeCodesApi } from './one-time-codes-api.ts';
import type { OrganizationsApi } from './organizations-api.ts';
import type { RunsApi } from './runs-api.ts';
import type { SchedulesApi } from './schedules-api.ts';
import type { ScriptsApi } from './scripts-api.ts';
import type { WorkersApi } from './workers-api.ts';
import type { WorkflowsApi } from './workflows-api.ts';

/**
 * The engine: accepts definitions and runs, executes the runs, and reports their state. Every call names its
 * organization; unknown ids and those of other organizations throw `not_found`, bad input throws `invalid_input`
 * with `details.problems`.
 */
export interface Engine extends AsyncDisposable {
  readonly organizations: OrganizationsApi;
  readonly keys: ApiKeysApi;
  readonly billing: BillingApi;
  readonly credentials: CredentialsApi;
  readonly oneTimeCodes: OneTimeCodesApi;
  readonly workflows: WorkflowsApi;
  readonly folders: FoldersApi;
  readonly runs: RunsApi;
  readonly schedules: SchedulesApi;
  readonly models: ModelsApi;
  readonly scripts: ScriptsApi;
  readonly browserSessions: BrowserSessionsApi;
  readonly browserProfiles: BrowserProfilesApi;
  readonly liveViews: LiveViewsApi;
  readonly workers: WorkersApi;
  readonly artifacts: ArtifactsApi;
  readonly files: FilesApi;
  readonly links: LinksApi;
  readonly idempotency: IdempotencyApi;
  /** Checks a draft: an object, or YAML or JSON text. Stores nothing. */
  validate(draft: unknown): Validation;
  /**
   * Draws a definition, or a whole draft: as data, or as YAML or JSON text. Mistakes in it do not keep it from being drawn.
   * Throws `invalid_input` for a text that is neither YAML nor JSON.
   */
  graph(definition: unknown): DefinitionGraph;
  /** Returns the JSON Schema of a workflow file with every block type of this engine, for editors. */
  workflowSchema(): JsonSchema;
  /** Every block type that a definition may use. */
  readonly blockTypes: readonly BlockType[];
  health(): Promise<Health>;
  /** Takes up what an earlier process left (open runs, old browsers), then begins to work. */
  start(): Promise<void>;
  /**
   * Begins no run and no block any more, and hands every run over to the next worker: at once while it waits, else when
   * the block that runs has ended. Blocks that still run after `settings.drainMs` are stopped. Runs are still accepted,
   * and everything else answers. Call `close` afterwards.
   */
  drain(): Promise<void>;
  /**
   * Stops claiming, cancels nothing: open runs are released for the next worker; closes the drivers. Every later call throws
   * `unavailable`, except `validate`, `graph`, `links` and `models`.
   *
   * @param options `drainMs`: time that the blocks which run have to end, as in `drain`; default 0, which stops them. A
   * second call without it ends the wait of the first.
   */
  close(options?: { readonly drainMs?: number }): Promise<void>;
}
