import type { paths } from './api.generated.ts';

type Json<Value> = Value extends { content: { 'application/json': infer Body } } ? Body : never;
type Responses<Operation> = Operation extends { responses: infer All } ? All : never;
type Result<Operation> = {
  [Status in keyof Responses<Operation>]: Status extends 200 | 201
    ? Json<Responses<Operation>[Status]>
    : never;
}[keyof Responses<Operation>];
type Body<Operation> = Operation extends { requestBody?: infer Given } ? Json<NonNullable<Given>> : never;
type Query<Operation> = Operation extends { parameters: { query?: infer Given } }
  ? NonNullable<Given>
  : never;

/** Request that starts a task. */
export type TaskRequest = Body<paths['/v1/run/tasks']['post']>;
/** Request that starts a run of a workflow. */
export type WorkflowRunRequest = Body<paths['/v1/run/workflows']['post']>;
/** Request that starts a login. */
export type LoginRequest = Body<paths['/v1/run/tasks/login']['post']>;
/** Request that starts a download of files. */
export type DownloadRequest = Body<paths['/v1/run/tasks/download_files']['post']>;
/** Record of a run. */
export type RunRecord = Result<paths['/v1/runs/{run_id}']['get']>;
/** Filters and page of a list of runs. */
export type RunQuery = Query<paths['/v1/runs']['get']>;
/** Record of a list of runs. */
export type ListedRun = Result<paths['/v1/runs']['get']>[number];
/** Item of a timeline. */
export type TimelineItem = Result<paths['/v1/runs/{run_id}/timeline']['get']>[number];
/** Record of an artifact. */
export type Artifact = Result<paths['/v1/artifacts/{artifact_id}']['get']>;
/** Types of artifacts to list. */
export type ArtifactQuery = Query<paths['/v1/runs/{run_id}/artifacts']['get']>;
/** Request that creates or changes a workflow. */
export type WorkflowRequest = Body<paths['/v1/workflows']['post']>;
/** Version of a workflow. */
export type Workflow = Result<paths['/v1/workflows']['post']>;
/** Filters and page of a list of workflows. */
export type WorkflowQuery = Query<paths['/v1/workflows']['get']>;
/** Request that creates a credential. */
export type CredentialRequest = Body<paths['/v1/credentials']['post']>;
/** Record of a credential, without its secret parts. */
export type Credential = Result<paths['/v1/credentials']['post']>;
/** Request that opens a browser session. */
export type BrowserSessionRequest = Body<paths['/v1/browser_sessions']['post']>;
/** Record of a browser session. */
export type BrowserSession = Result<paths['/v1/browser_sessions']['post']>;
/** Request that creates a schedule. */
export type ScheduleRequest = Body<paths['/v1/workflows/{workflow_id}/schedules']['post']>;
/** Change of a schedule. */
export type ScheduleChange = Body<paths['/v1/schedules/{schedule_id}']['patch']>;
/** Record of a schedule. */
export type Schedule = Result<paths['/v1/schedules/{schedule_id}']['get']>;
/** Request that creates a script. */
export type ScriptRequest = Body<paths['/v1/scripts']['post']>;
/** Request that deploys a version of a script. */
export type DeployRequest = Body<paths['/v1/scripts/{script_id}/deploy']['post']>;
/** Result of a script's creation or deployment. */
export type DeployedScript = Result<paths['/v1/scripts']['post']>;
/** Revision of a script. */
export type ScriptRevision = Result<paths['/v1/scripts/{script_id}']['get']>;
/** Record of an uploaded file. */
export type UploadedFile = Result<paths['/v1/upload_file']['post']>;
/** Page of a list. */
export type PageQuery = Query<paths['/v1/credentials']['get']>;
/** Record of an API key, without its text. */
export type ApiKey = Result<paths['/v1/api_keys']['get']>[number];
/** Request that creates an API key. */
export type ApiKeyRequest = Body<paths['/v1/api_keys']['post']>;
/** A new API key, with its text. */
export type NewApiKey = Result<paths['/v1/api_keys']['post']>;
/** Request that rotates an API key. */
export type RotateRequest = Body<paths['/v1/api_keys/{api_key_id}/rotate']['post']>;
/** Credits of the current period. */
export type BillingState = Result<paths['/api/v1/billing/state']['get']>;
/** Block type with its JSON Schemas. */
export type BlockType = Result<paths['/v1/block_types']['get']>[number];
/** Record of a browser profile. */
export type BrowserProfile = Result<paths['/v1/browser_profiles']['post']>;
/** Change of a browser profile. */
export type BrowserProfileChange = Body<paths['/v1/browser_profiles/{browser_profile_id}']['patch']>;
/** Filters and page of a list of browser profiles. */
export type BrowserProfileQuery = Query<paths['/v1/browser_profiles']['get']>;
/** Request that creates a browser profile. */
export type BrowserProfileRequest = Body<paths['/v1/browser_profiles']['post']>;
/** Entry of the ledger. */
export type Charge = Result<paths['/api/v1/billing/charges']['get']>[number];
/** Result of the deletion of a folder. */
export type DeletedFolder = Result<paths['/v1/folders/{folder_id}']['delete']>;
/** Record of a folder. */
export type Folder = Result<paths['/v1/folders']['post']>;
/** Change of a folder. */
export type FolderChange = Body<paths['/v1/folders/{folder_id}']['put']>;
/** Filters and page of a list of folders. */
export type FolderQuery = Query<paths['/v1/folders']['get']>;
/** Request that creates a folder. */
export type FolderRequest = Body<paths['/v1/folders']['post']>;
/** Health of the service. */
export type Health = Result<paths['/health']['get']>;
/** Token that opens a live view. */
export type LiveToken = Result<paths['/v1/browser_sessions/{browser_session_id}/live_token']['post']>;
/** Model call of a run. */
export type ModelCall = Result<paths['/v1/runs/{run_id}/model_calls']['get']>[number];
/** Models that requests may name. */
export type Models = Result<paths['/v1/models']['get']>;
/** Record of an organization. */
export type Organization = Result<paths['/v1/organization']['get']>;
/** Change of an organization. */
export type OrganizationChange = Body<paths['/v1/organizations/{organization_id}']['patch']>;
/** Request that creates an organization. */
export type OrganizationRequest = Body<paths['/v1/organizations']['post']>;
/** Request that pushes a one-time code. */
export type PushCodeRequest = Body<paths['/v1/credentials/totp']['post']>;
/** One-time code that was pushed. */
export type PushedCode = Result<paths['/v1/credentials/totp']['post']>;
/** Filters and page of a list of pushed codes. */
export type PushedCodeQuery = Query<paths['/v1/credentials/totp']['get']>;
/** Readiness of the service. */
export type Readiness = Result<paths['/ready']['get']>;
/** Answer to a run that waits for a person. */
export type ResumeRequest = Body<paths['/v1/runs/{run_id}/resume']['post']>;
/** Step of an agent of a run. */
export type RunStep = Result<paths['/v1/runs/{run_id}/steps']['get']>[number];
/** Next times of a schedule. */
export type ScheduleTimes = Result<paths['/v1/schedule_times']['get']>;
/** Cron expression whose next times are asked for. */
export type ScheduleTimesQuery = Query<paths['/v1/schedule_times']['get']>;
/** File of a script. */
export type ScriptFile = Result<paths['/v1/scripts/{script_id}/files']['get']>[number];
/** Filters and page of a list of scripts. */
export type ScriptQuery = Query<paths['/v1/scripts']['get']>;
/** Version of a script with what has made it. */
export type ScriptVersion = Result<paths['/v1/scripts/{script_id}/versions']['get']>[number];
/** Version of the service. */
export type ServiceVersion = Result<paths['/v1/version']['get']>;
/** Tokens and cost of models by day and by workflow. */
export type Spending = Result<paths['/v1/spending']['get']>;
/** Days of a spending. */
export type SpendingQuery = Query<paths['/v1/spending']['get']>;
/** Order, filter and start of a timeline. */
export type TimelineQuery = Query<paths['/v1/runs/{run_id}/timeline']['get']>;
/** Delivery of a webhook. */
export type WebhookDelivery = Result<paths['/v1/runs/{run_id}/webhook_deliveries']['get']>[number];
/** Delivery of a webhook with the request that it sent. */
export type WebhookDeliveryDetails = Result<
  paths['/v1/runs/{run_id}/webhook_deliveries/{delivery_id}']['get']
>;
/** JSON Schema of a workflow file. */
export type WorkflowFileSchema = Result<paths['/v1/workflow_schema']['get']>;
/** Request that imports a workflow. */
export type WorkflowImport = Body<paths['/v1/workflows/import']['post']>;
/** Filter and page of a list of runs of a workflow. */
export type WorkflowRunsQuery = Query<paths['/v1/workflows/{workflow_id}/runs']['get']>;
/** Result of the check of a definition. */
export type WorkflowValidation = Result<paths['/v1/workflows/validate']['post']>;
