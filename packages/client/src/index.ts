export { ApiError, type ApiErrorCode, type ApiErrorDetails, type ApiErrorItem } from './api-error.ts';
export type {
  ApiKey,
  ApiKeyRequest,
  Artifact,
  ArtifactQuery,
  BillingState,
  BlockType,
  BrowserProfile,
  BrowserProfileChange,
  BrowserProfileQuery,
  BrowserProfileRequest,
  BrowserSession,
  BrowserSessionRequest,
  Charge,
  Credential,
  CredentialRequest,
  DeletedFolder,
  DeployedScript,
  DeployRequest,
  DownloadRequest,
  Folder,
  FolderChange,
  FolderQuery,
  FolderRequest,
  Health,
  ListedRun,
  LiveToken,
  LoginRequest,
  ModelCall,
  Models,
  NewApiKey,
  Organization,
  OrganizationChange,
  OrganizationRequest,
  PageQuery,
  PushCodeRequest,
  PushedCode,
  PushedCodeQuery,
  Readiness,
  ResumeRequest,
  RotateRequest,
  RunQuery,
  RunRecord,
  RunStep,
  Schedule,
  ScheduleChange,
  ScheduleRequest,
  ScheduleTimes,
  ScheduleTimesQuery,
  ScriptFile,
  ScriptQuery,
  ScriptRequest,
  ScriptRevision,
  ScriptVersion,
  ServiceVersion,
  Spending,
  SpendingQuery,
  TaskRequest,
  TimelineItem,
  TimelineQuery,
  UploadedFile,
  WebhookDelivery,
  WebhookDeliveryDetails,
  Workflow,
  WorkflowFileSchema,
  WorkflowImport,
  WorkflowQuery,
  WorkflowRequest,
  WorkflowRunRequest,
  WorkflowRunsQuery,
  WorkflowValidation,
} from './api-types.ts';
export type {
  CallOptions,
  ClientHeaders,
  ClientOptions,
  ConnectionOptions,
  CreateOptions,
} from './connection.ts';
export { createClient, type ServiceClient } from './create-client.ts';
export type { Download } from './download.ts';
export type { ListPage } from './list-page.ts';
export type { ApiKeys } from './resources/api-keys.ts';
export type { Billing } from './resources/billing.ts';
export type { BrowserProfiles } from './resources/browser-profiles.ts';
export type { BrowserSessions } from './resources/browser-sessions.ts';
export type { Credentials } from './resources/credentials.ts';
export type { Artifacts, Files } from './resources/files.ts';
export type { Folders } from './resources/folders.ts';
export type {
  Live,
  LiveCommand,
  LiveConnection,
  LiveListeners,
  LiveMessage,
  LiveState,
  LiveTokenOptions,
  LiveTokenRecord,
} from './resources/live.ts';
export { liveProtocols } from './resources/live.ts';
export type { Organizations } from './resources/organizations.ts';
export type { Runs, TimelinePage } from './resources/runs.ts';
export type { Schedules } from './resources/schedules.ts';
export type { Scripts, VersionOptions } from './resources/scripts.ts';
export type { Service } from './resources/service.ts';
export type { Workflows } from './resources/workflows.ts';
export type { Fetch } from './retrying-fetch.ts';
export type { EventOptions, RunEvent } from './run-events.ts';
export type { FinishedOptions, RunHandle } from './run-handle.ts';
export { type VerifyOptions, verifyWebhook, WebhookError, type WebhookHeaders } from './verify-webhook.ts';
