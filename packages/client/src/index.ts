export { ApiError, type ApiErrorCode, type ApiErrorDetails, type ApiErrorItem } from './api-error.ts';
export type {
  Artifact,
  ArtifactQuery,
  BrowserSession,
  BrowserSessionRequest,
  Credential,
  CredentialRequest,
  DeployedScript,
  DeployRequest,
  DownloadRequest,
  ListedRun,
  LoginRequest,
  PageQuery,
  RunQuery,
  RunRecord,
  Schedule,
  ScheduleChange,
  ScheduleRequest,
  ScriptRequest,
  ScriptRevision,
  TaskRequest,
  TimelineItem,
  UploadedFile,
  Workflow,
  WorkflowQuery,
  WorkflowRequest,
  WorkflowRunRequest,
} from './api-types.ts';
export type { BrowserSessions } from './browser-sessions.ts';
export type {
  CallOptions,
  ClientHeaders,
  ClientOptions,
  ConnectionOptions,
  CreateOptions,
} from './connection.ts';
export { createClient, type ServiceClient } from './create-client.ts';
export type { Credentials } from './credentials.ts';
export type { Artifacts, Download, Files } from './files.ts';
export type { Fetch } from './retrying-fetch.ts';
export type { EventOptions, RunEvent } from './run-events.ts';
export type { FinishedOptions, RunHandle } from './run-handle.ts';
export type { Runs } from './runs.ts';
export type { Schedules } from './schedules.ts';
export type { Scripts } from './scripts.ts';
export { type VerifyOptions, verifyWebhook, WebhookError, type WebhookHeaders } from './verify-webhook.ts';
export type { Workflows } from './workflows.ts';
