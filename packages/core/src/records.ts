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
export { BillingRecord, toBillingRecord } from './records/billing-record.ts';
export { BrowserProfileRecord, toBrowserProfileRecord } from './records/browser-profile-record.ts';
export { BrowserSessionRecord, toBrowserSessionRecord } from './records/browser-session-record.ts';
export { ChargeRecord, toChargeRecord } from './records/charge-record.ts';
export { CredentialRecord, toCredentialRecord } from './records/credential-record.ts';
export { FolderRecord, toFolderRecord } from './records/folder-record.ts';
export { hideFromReaders } from './records/hide-from-readers.ts';
export { runRecordArtifactTypes } from './records/latest-artifacts.ts';
export { ModelCallRecord, toModelCallRecords } from './records/model-call-record.ts';
export { OrganizationRecord, toOrganizationRecord } from './records/organization-record.ts';
export { PushedCodeRecord, toPushedCodeRecord } from './records/pushed-code-record.ts';
export { RunRecord, type RunRecordSource, toRecordStatus, toRunRecord } from './records/run-record.ts';
export { RunStepRecord, toRunStepRecords } from './records/run-step-record.ts';
export { ScheduleRecord, toScheduleRecord } from './records/schedule-record.ts';
export {
  ScriptFileRecord,
  ScriptRecord,
  ScriptResult,
  ScriptVersionRecord,
  toScriptFileRecords,
  toScriptRecord,
  toScriptResult,
  toScriptVersionRecord,
} from './records/script-record.ts';
export { SpendingRecord, toSpendingRecord } from './records/spending-record.ts';
export {
  createTimeline,
  showsItem,
  type Timeline,
  type TimelineChange,
  type TimelineQuery,
  toTimelineItems,
} from './records/timeline.ts';
export { TimelineItem } from './records/timeline-item.ts';
export { toUploadRecord, UploadRecord } from './records/upload-record.ts';
export {
  toWebhookDeliveryDetails,
  toWebhookDeliveryRecord,
  WebhookDeliveryDetails,
  WebhookDeliveryRecord,
} from './records/webhook-delivery-record.ts';
export { TaskWebhook, WorkflowWebhook } from './records/webhook-payload-schemas.ts';
export { toWorkflowRecord, WorkflowRecord } from './records/workflow-record.ts';
