import type {
  ApiKey,
  Artifact,
  Attempt,
  BillingAccount,
  BrowserProfileRow,
  BrowserSessionRow,
  Charge,
  CredentialRow,
  DayUse,
  DueSchedule,
  FolderRow,
  IdempotencyKey,
  Organization,
  OutboxEntry,
  PushedCodeRow,
  Run,
  RunOutline,
  Schedule,
  ScriptOutline,
  ScriptRevision,
  SentRequest,
  StoredFile,
  WebhookDelivery,
  WorkerRow,
  Workflow,
} from '@runwright/contract';
import { codec } from './codec.ts';

export const runRows = codec<Run>()({
  runId: 'plain',
  workflowRunId: 'plain',
  kind: 'plain',
  organizationId: 'plain',
  workflowId: 'plain',
  workflowPermanentId: 'plain',
  title: 'plain',
  status: 'plain',
  request: 'json',
  parameters: 'json',
  settings: 'json',
  triggerType: 'plain',
  apiKeyId: 'plain',
  parent: 'json',
  concurrencyKeys: ['json', 'lanes'],
  concurrencyLimits: 'json',
  output: 'json',
  summary: 'plain',
  failureReason: 'plain',
  failureCategory: 'plain',
  errors: 'json',
  stepCount: 'plain',
  scriptRun: 'json',
  modelUse: 'json',
  warnings: 'json',
  webhookStatus: 'plain',
  hasOpenRecording: 'flag',
  createdAt: 'plain',
  modifiedAt: 'plain',
  queuedAt: 'plain',
  startedAt: 'plain',
  finishedAt: 'plain',
  wakeAt: 'plain',
  revision: 'plain',
});

/** Columns of `runs` for calls that read many of them. */
export const runOutlineRows = codec<RunOutline>()({
  runId: 'plain',
  organizationId: 'plain',
  status: 'plain',
  createdAt: 'plain',
  startedAt: 'plain',
  finishedAt: 'plain',
  wakeAt: 'plain',
});

export const attemptRows = codec<Attempt>()({
  runId: 'plain',
  organizationId: 'plain',
  path: 'json',
  attempt: 'plain',
  blockRunId: 'plain',
  label: 'plain',
  blockType: 'plain',
  status: 'plain',
  output: 'json',
  failureReason: 'plain',
  failureCategory: 'plain',
  errors: 'json',
  chosenLabel: 'plain',
  effect: 'flag',
  owner: 'plain',
  fenceToken: 'plain',
  startedAt: 'plain',
  finishedAt: 'plain',
  dueAt: 'plain',
});

export const workflowRows = codec<Workflow>()({
  workflowId: 'plain',
  workflowPermanentId: 'plain',
  organizationId: 'plain',
  version: 'plain',
  title: 'plain',
  status: 'plain',
  draft: 'json',
  folderId: 'plain',
  importError: 'plain',
  importWarnings: 'json',
  createdAt: 'plain',
  modifiedAt: 'plain',
  deletedAt: 'plain',
});

export const folderRows = codec<FolderRow>()({
  folderId: 'plain',
  organizationId: 'plain',
  title: 'plain',
  description: 'plain',
  createdAt: 'plain',
  modifiedAt: 'plain',
});

export const idempotencyRows = codec<IdempotencyKey>()({
  organizationId: 'plain',
  method: 'plain',
  route: 'plain',
  key: 'plain',
  owner: 'plain',
  requestHash: 'plain',
  answer: 'json',
  leaseUntil: 'plain',
  expiresAt: 'plain',
});

export const outboxRows = codec<OutboxEntry>()({
  entryId: 'plain',
  organizationId: 'plain',
  runId: 'plain',
  type: 'plain',
  payload: 'json',
  status: 'plain',
  dueAt: 'plain',
  createdAt: 'plain',
});

export const organizationRows = codec<Organization>()({
  organizationId: 'plain',
  name: 'plain',
  retentionDays: 'plain',
  createdAt: 'plain',
  modifiedAt: 'plain',
  deletedAt: 'plain',
});

export const apiKeyRows = codec<ApiKey>()({
  apiKeyId: 'plain',
  organizationId: 'plain',
  name: 'plain',
  prefix: 'plain',
  hash: 'plain',
  ciphertext: 'plain',
  scopes: 'json',
  expiresAt: 'plain',
  lastUsedAt: 'plain',
  createdAt: 'plain',
  revokedAt: 'plain',
});

export const artifactRows = codec<Artifact>()({
  artifactId: 'plain',
  type: 'plain',
  organizationId: 'plain',
  runId: 'plain',
  workflowRunId: 'plain',
  blockRunId: 'plain',
  stepId: 'plain',
  actionId: 'plain',
  thoughtId: 'plain',
  contentType: 'plain',
  size: 'plain',
  checksum: 'plain',
  key: 'plain',
  createdAt: 'plain',
});

export const fileRows = codec<StoredFile>()({
  fileId: 'plain',
  organizationId: 'plain',
  runId: 'plain',
  blockRunId: 'plain',
  name: 'plain',
  contentType: 'plain',
  size: 'plain',
  checksum: 'plain',
  key: 'plain',
  sourceUrl: 'plain',
  createdAt: 'plain',
});

export const credentialRows = codec<CredentialRow>()({
  credentialId: 'plain',
  organizationId: 'plain',
  type: 'plain',
  name: 'plain',
  ciphertext: 'plain',
  createdAt: 'plain',
  modifiedAt: 'plain',
  deletedAt: 'plain',
});

export const pushedCodeRows = codec<PushedCodeRow>()({
  totpCodeId: 'plain',
  organizationId: 'plain',
  totpIdentifier: 'plain',
  identifierKey: 'plain',
  taskId: 'plain',
  workflowId: 'plain',
  workflowRunId: 'plain',
  source: 'plain',
  type: 'plain',
  ciphertext: 'plain',
  expiredAt: 'plain',
  deleteAt: 'plain',
  createdAt: 'plain',
  modifiedAt: 'plain',
});

export const browserSessionRows = codec<BrowserSessionRow>()({
  browserSessionId: 'plain',
  organizationId: 'plain',
  status: 'plain',
  runnableType: 'plain',
  runnableId: 'plain',
  timeoutMinutes: 'plain',
  proxyLocation: 'json',
  extensions: 'json',
  browserType: 'plain',
  browserProfileId: 'plain',
  exposeAddress: 'flag',
  browserAddress: 'plain',
  notices: 'json',
  failureReason: 'plain',
  createdAt: 'plain',
  modifiedAt: 'plain',
  startedAt: 'plain',
  completedAt: 'plain',
  deletedAt: 'plain',
});

export const browserProfileRows = codec<BrowserProfileRow>()({
  browserProfileId: 'plain',
  organizationId: 'plain',
  name: 'plain',
  description: 'plain',
  ciphertext: 'plain',
  createdAt: 'plain',
  modifiedAt: 'plain',
  deletedAt: 'plain',
});

export const scheduleRows = codec<Schedule>()({
  scheduleId: 'plain',
  organizationId: 'plain',
  workflowPermanentId: 'plain',
  name: 'plain',
  cron: 'plain',
  timezone: 'plain',
  parameters: 'json',
  runOptions: 'json',
  enabled: 'flag',
  startingDeadlineSeconds: 'plain',
  apiKeyId: 'plain',
  nextRunAt: 'plain',
  lastRunId: 'plain',
  lastRunAt: 'plain',
  lastError: 'plain',
  createdAt: 'plain',
  modifiedAt: 'plain',
});

/** Columns of `schedules` for the call that reads many of them. */
export const dueScheduleRows = codec<DueSchedule>()({
  scheduleId: 'plain',
  organizationId: 'plain',
  nextRunAt: 'plain',
});

const scriptOutline = {
  scriptId: 'plain',
  scriptRevisionId: 'plain',
  organizationId: 'plain',
  workflowPermanentId: 'plain',
  cacheKey: 'plain',
  version: 'plain',
  runId: 'plain',
  createdAt: 'plain',
  modifiedAt: 'plain',
  deletedAt: 'plain',
} as const;

/** Columns of `scripts` for the call that reads many of them. */
export const scriptOutlineRows = codec<ScriptOutline>()(scriptOutline);
export const scriptRows = codec<ScriptRevision>()({ ...scriptOutline, files: 'json' });

export const deliveryRows = codec<WebhookDelivery>()({
  deliveryId: 'plain',
  organizationId: 'plain',
  runId: 'plain',
  trigger: 'plain',
  webhookUrl: 'plain',
  status: 'plain',
  httpStatus: 'plain',
  latencyMs: 'plain',
  responseExcerpt: 'plain',
  error: 'plain',
  createdAt: 'plain',
  finishedAt: 'plain',
});

/** Columns of `deliveries`, all null when no request is kept. */
export const sentRequestRows = codec<SentRequest>()({
  headers: ['json', 'request_headers'],
  body: ['plain', 'request_body'],
  bodyBytes: ['plain', 'request_body_bytes'],
  bodyBytesCut: ['plain', 'request_body_bytes_cut'],
});

export const billingRows = codec<BillingAccount>()({
  billingId: 'plain',
  organizationId: 'plain',
  planTier: 'plain',
  anchorAt: 'plain',
  periodStart: 'plain',
  periodEnd: 'plain',
  includedCredits: 'plain',
  creditsConsumed: 'plain',
  cachedCreditsConsumed: 'plain',
  browserUptimeMs: 'plain',
  overageEnabled: 'flag',
  topupCreditsTotal: 'plain',
  topupCreditsUsed: 'plain',
  createdAt: 'plain',
  modifiedAt: 'plain',
});

export const chargeRows = codec<Charge>()({
  organizationId: 'plain',
  key: ['plain', 'charge_key'],
  type: 'plain',
  amount: 'plain',
  runId: 'plain',
  at: ['plain', 'charged_at'],
});

export const dayUseRows = codec<DayUse>()({
  organizationId: 'plain',
  day: 'plain',
  tokens: 'plain',
  cost: 'plain',
});

export const workerRows = codec<WorkerRow>()({
  workerId: 'plain',
  name: 'plain',
  hostName: 'plain',
  processId: 'plain',
  version: 'plain',
  places: 'plain',
  running: 'plain',
  browsers: 'plain',
  browsersHeld: 'plain',
  address: 'plain',
  startedAt: 'plain',
  seenAt: 'plain',
});
