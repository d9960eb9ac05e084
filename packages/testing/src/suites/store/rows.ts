import type {
  ApiKey,
  Artifact,
  Attempt,
  FolderRow,
  OutboxEntry,
  RunDraft,
  RunSettings,
  SentRequest,
  TimelineDraft,
  WebhookDelivery,
  Workflow,
} from '@runwright/contract';

/** The smallest valid rows; a test names only the members that it is about. */
export const acme = 'o_acme';
export const rival = 'o_rival';

const settings: RunSettings = {
  webhookUrl: null,
  proxyLocation: null,
  browserSessionId: null,
  browserProfileId: null,
  browserAddress: null,
  extraHttpHeaders: { 'x-trace': 'on' },
  maxScreenshotScrolls: null,
  modelName: null,
  totpUrl: null,
  totpIdentifier: null,
  runWith: 'agent',
  aiFallback: true,
  maxElapsedMinutes: 240,
};

export function runDraft(runId: string, members: Partial<RunDraft> = {}): RunDraft {
  return {
    runId,
    workflowRunId: runId,
    kind: 'workflow',
    organizationId: acme,
    workflowId: 'w_1',
    workflowPermanentId: 'wpid_1',
    title: null,
    request: { workflow_id: 'wpid_1', nested: { list: [1, 'two', null] } },
    parameters: { city: 'Zürich' },
    settings,
    triggerType: 'api',
    apiKeyId: null,
    createdAt: 1000,
    ...members,
  };
}

export function workflowVersion(version: number, members: Partial<Workflow> = {}): Workflow {
  const permanentId = members.workflowPermanentId ?? 'wpid_1';
  return {
    workflowId: `w_${permanentId}_${version}`,
    workflowPermanentId: permanentId,
    organizationId: acme,
    version,
    title: `Version ${version}`,
    status: 'published',
    draft: { workflow_definition: { parameters: [], blocks: [] } } as unknown as Workflow['draft'],
    folderId: null,
    importError: null,
    importWarnings: [],
    createdAt: 1000 + version,
    modifiedAt: 1000 + version,
    deletedAt: null,
    ...members,
  };
}

export function folderRow(folderId: string, members: Partial<FolderRow> = {}): FolderRow {
  return {
    folderId,
    organizationId: acme,
    title: `Title of ${folderId}`,
    description: null,
    createdAt: 1000,
    modifiedAt: 1000,
    ...members,
  };
}

export function attemptRow(runId: string, members: Partial<Attempt> = {}): Attempt {
  return {
    runId,
    organizationId: acme,
    path: ['first'],
    attempt: 1,
    blockRunId: 'wrb_1',
    label: 'first',
    blockType: 'wait',
    status: 'running',
    output: null,
    failureReason: null,
    failureCategory: null,
    errors: [],
    chosenLabel: null,
    effect: false,
    owner: 'worker-1',
    fenceToken: 1,
    startedAt: 2000,
    finishedAt: null,
    dueAt: null,
    ...members,
  };
}

export function progressEvent(runId: string, message: string): TimelineDraft {
  return {
    type: 'progress',
    runId,
    organizationId: acme,
    eventId: `th_${message}`,
    blockRunId: null,
    label: null,
    at: 2000,
    message,
    data: { deep: [message] },
  };
}

export function outboxEntry(entryId: string, members: Partial<OutboxEntry> = {}): OutboxEntry {
  return {
    entryId,
    organizationId: acme,
    runId: 'wr_1',
    type: 'enqueue',
    payload: { key: null },
    status: 'pending',
    dueAt: 1000,
    createdAt: 1000,
    ...members,
  };
}

export function artifactRow(artifactId: string, members: Partial<Artifact> = {}): Artifact {
  return {
    artifactId,
    type: 'screenshot',
    organizationId: acme,
    runId: 'wr_1',
    workflowRunId: 'wr_1',
    blockRunId: null,
    stepId: 'stp_1',
    actionId: null,
    thoughtId: null,
    contentType: 'image/png',
    size: 3,
    checksum: 'sha256:00',
    key: `acme/${artifactId}`,
    createdAt: 1000,
    ...members,
  };
}

export function apiKeyRow(apiKeyId: string, members: Partial<ApiKey> = {}): ApiKey {
  return {
    apiKeyId,
    organizationId: acme,
    name: 'main',
    prefix: 'rw_12345',
    hash: `hash of ${apiKeyId}`,
    ciphertext: 'c2VjcmV0',
    scopes: ['read', 'run'],
    expiresAt: 9000,
    lastUsedAt: null,
    createdAt: 1000,
    revokedAt: null,
    ...members,
  };
}

export function sentRequest(members: Partial<SentRequest> = {}): SentRequest {
  const body = '{"run_id":"wr_1","output":"Zoë"}';
  return {
    headers: { 'content-type': 'application/json', 'x-service-signature': '*****' },
    body,
    bodyBytes: 33,
    bodyBytesCut: 0,
    ...members,
  };
}

export function deliveryRow(deliveryId: string, members: Partial<WebhookDelivery> = {}): WebhookDelivery {
  return {
    deliveryId,
    organizationId: acme,
    runId: 'wr_1',
    trigger: 'automatic',
    webhookUrl: 'https://example.com/hook',
    status: 'scheduled',
    httpStatus: null,
    latencyMs: null,
    responseExcerpt: null,
    error: null,
    createdAt: 1000,
    finishedAt: null,
    ...members,
  };
}
