/**
 * The records that the HTTP API responds with: their schemas, and the functions that write them. Webhooks take their
 * members from the record of the run.
 *
 * @packageDocumentation
 */
export {
  ApiKeyRecord,
  NewApiKeyRecord,
  toApiKeyRecord,
  toNewApiKeyRecord,
} from './records/api-key-record.ts';
export { ArtifactRecord, toArtifactRecord } from './records/artifact-record.ts';
export { CredentialRecord, toCredentialRecord } from './records/credential-record.ts';
export { FolderRecord, toFolderRecord } from './records/folder-record.ts';
export { runRecordArtifactTypes } from './records/latest-artifacts.ts';
export { RunRecord, type RunRecordSource, toRecordStatus, toRunRecord } from './records/run-record.ts';
export { ScriptRecord, ScriptResult, toScriptRecord, toScriptResult } from './records/script-record.ts';
export {
  createTimeline,
  showsItem,
  type Timeline,
  type TimelineChange,
  TimelineItem,
  type TimelineQuery,
  toTimelineItems,
} from './records/timeline-item.ts';
export { toWebhookDeliveryRecord, WebhookDeliveryRecord } from './records/webhook-delivery-record.ts';
export { toWorkflowRecord, WorkflowRecord } from './records/workflow-record.ts';
