/**
 * The Runwright engine: it accepts workflows and runs, executes them block by block, and reports their state.
 *
 * @packageDocumentation
 */

export type {
  DefinitionGraph,
  DefinitionLimits,
  GraphEdge,
  GraphNode,
  Validation,
  ValueSource,
} from '@runwright/definition';
export {
  type Check,
  type Checked,
  compileSchema,
  findUnknownMembers,
  inDocumentOrder,
  type Renaming,
  type RepairedDefinition,
  readSource,
  repairDefinition,
  type SourcePlace,
  sourcePlaces,
  type UnknownMember,
} from '@runwright/definition';
export type { ApiKeysApi, KeyHolder, KeyWatch, NewApiKey } from './api/api-keys-api.ts';
export type { ArtifactsApi } from './api/artifacts-api.ts';
export type { BillingApi } from './api/billing-api.ts';
export type { BlockType } from './api/block-type.ts';
export type { BrowserProfilesApi } from './api/browser-profiles-api.ts';
export type {
  BrowserSessionDetails,
  BrowserSessionsApi,
  OpenBrowser,
  SessionHop,
} from './api/browser-sessions-api.ts';
export type { CredentialsApi } from './api/credentials-api.ts';
export type { Engine } from './api/engine.ts';
export type {
  EngineDrivers,
  EngineOptions,
  EngineSettings,
  ExpiredRun,
  RetentionSettings,
} from './api/engine-options.ts';
export type { FilesApi, FileUpload } from './api/files-api.ts';
export type { FoldersApi } from './api/folders-api.ts';
export type { Health } from './api/health.ts';
export type {
  IdempotencyApi,
  IdempotencyOutcome,
  IdempotencyReservation,
  IdempotentRequest,
} from './api/idempotency-api.ts';
export type { Limits } from './api/limits.ts';
export type { LinksApi } from './api/links-api.ts';
export type {
  LiveEvent,
  LivePerson,
  LiveView,
  LiveViewsApi,
  TakeOverRefusal,
} from './api/live-views-api.ts';
export type { ModelPrice } from './api/model-price.ts';
export type { ModelsApi } from './api/models-api.ts';
export type {
  BlockHookEvent,
  EngineHooks,
  EngineLogger,
  ErrorHandler,
  ErrorPlace,
  RunHookEvent,
} from './api/observer-options.ts';
export type { OneTimeCodesApi } from './api/one-time-codes-api.ts';
export type { OrganizationsApi } from './api/organizations-api.ts';
export type { ReadOptions, UrlOptions } from './api/read-options.ts';
export type {
  CassetteFile,
  ResumeAnswer,
  RunOrigin,
  RunsApi,
  StartedRun,
  StartIdempotency,
} from './api/runs-api.ts';
export type { SavedSchedule, SchedulesApi } from './api/schedules-api.ts';
export type { NewScript, ScriptsApi, ScriptVersion } from './api/scripts-api.ts';
export type { RunsUse, Spending, SpendingQuery } from './api/spending.ts';
export type { HostUrls, ServedObject } from './api/urls.ts';
export type { ServiceStatus, WorkerStatus, WorkersApi } from './api/workers-api.ts';
export type { FolderOption, ImportedWorkflow, SavedWorkflow, WorkflowsApi } from './api/workflows-api.ts';
export { builtInBlock } from './blocks/built-in-blocks.ts';
export { checkKeyText } from './credentials/api-key-input.ts';
export { hasMasterKey, isMasterKeyOf } from './credentials/check-master-key.ts';
export { type MasterKeyChange, rotateMasterKey } from './credentials/rotate-master-key.ts';
export { hashValues } from './crypto/hash-values.ts';
export { createEngine } from './engine/create-engine.ts';
export { cleanFileName } from './files/file-name.ts';
export { folderArtifacts } from './local-drivers/folder-artifacts.ts';
export { memoryArtifacts } from './local-drivers/memory-artifacts.ts';
export { type MemoryQueueOptions, memoryQueue } from './local-drivers/memory-queue.ts';
export { memoryStore } from './local-drivers/memory-store.ts';
export { checkPrices } from './model/check-prices.ts';
export { listPrices, priceOf } from './model/price.ts';
export { type EgressOptions, egressPolicy, type Lookup } from './network/egress.ts';
export { type Connect, createConnect } from './network/pinned-connect.ts';
export { createFetch, type Fetch, type FetchInit, type RequestSecrets } from './network/pinned-fetch.ts';
export { literal } from './run-requests/literal-template.ts';
export { systemClock } from './runtime/clock.ts';
export type { RunStartLimit } from './runtime/run-starts.ts';
export { environmentSecrets, memorySecrets, secretVariablePrefix } from './secrets/secret-sources.ts';
export { activeTraceContext, readTraceContext, type TraceHeaders } from './telemetry/trace-context.ts';
export { version } from './version.ts';
export { readServiceStatus } from './worker/service-status.ts';
