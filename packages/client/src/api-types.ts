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
