import type {
  ApiKey,
  Artifact,
  Attempt,
  BillingAccount,
  BrowserProfileRow,
  BrowserSessionRow,
  Charge,
  CredentialRow,
  FolderRow,
  IdempotencyKey,
  Organization,
  OutboxEntry,
  PushedCodeRow,
  Run,
  Schedule,
  ScriptRevision,
  StoredFile,
  WebhookDelivery,
  Workflow,
} from '@runwright/contract';
import { type RawBuilder, sql } from 'kysely';
import { value } from './prepared.ts';

/** `plain` is stored as it is, `json` as JSON text (null as NULL), `flag` as 0 or 1. */
type Kind = 'plain' | 'json' | 'flag';

/** Kind and column of a member. Default column: its name in snake_case. */
type Field = Kind | readonly [kind: Kind, column: string];

type Fields<R> = Readonly<Record<keyof R & string, Field>>;

type ColumnOf<Name extends string, F> = F extends readonly [Kind, infer Column extends string]
  ? Column
  : Snake<Name>;

type KindOf<F> = F extends readonly [infer K, string] ? K : F;

type Snake<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${Snake<Tail>}`
    : `_${Lowercase<Head>}${Snake<Tail>}`
  : Name;

type Stored<Value, K> = K extends 'json' ? string | null : K extends 'flag' ? number : Value;

type RowOf<R, F extends Fields<R>> = {
  -readonly [Member in keyof R & string as ColumnOf<Member, F[Member]>]: Stored<R[Member], KindOf<F[Member]>>;
};

/** Turns a record (camelCase members) into a row (snake_case columns) and back. */
export interface Codec<R, Row> {
  toRow(record: R): Row;
  /** The columns of the members that are there. */
  toPartialRow(record: Partial<R>): Partial<Row>;
  /** Columns that the record does not know are left out. */
  fromRow(row: Row): R;
  /** One named value for each column, for a query that is compiled once. */
  readonly values: { readonly [Column in keyof Row]: RawBuilder<Row[Column]> };
  /** For each column its value in the row that could not be inserted. */
  readonly excluded: { readonly [Column in keyof Row]: RawBuilder<Row[Column]> };
}

/** A member whose column is missing does not compile, so a new one cannot be forgotten. */
function codec<R extends object>() {
  return <const F extends Fields<R>>(stored: F): Codec<R, RowOf<R, F>> => {
    const fields = Object.entries<Field>(stored).map(([member, field]) => {
      const snakeCase = member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      const [kind, column] = typeof field === 'string' ? [field, snakeCase] : field;
      return { member, column, kind };
    });
    const toPartialRow = (record: object): Record<string, unknown> => {
      const row: Record<string, unknown> = {};
      for (const { member, column, kind } of fields) {
        const found = (record as Record<string, unknown>)[member];
        if (found !== undefined) row[column] = encode(found, kind);
      }
      return row;
    };
    const fromRow = (row: object): Record<string, unknown> => {
      const record: Record<string, unknown> = {};
      for (const { member, column, kind } of fields) {
        record[member] = decode((row as Record<string, unknown>)[column], kind);
      }
      return record;
    };
    const byColumn = (expression: (column: string) => RawBuilder<unknown>) =>
      Object.fromEntries(fields.map(({ column }) => [column, expression(column)]));
    return {
      toRow: toPartialRow,
      toPartialRow,
      fromRow,
      values: byColumn(value),
      excluded: byColumn((column) => sql.ref(`excluded.${column}`)),
    } as unknown as Codec<R, RowOf<R, F>>;
  };
}

function encode(found: unknown, kind: Kind): unknown {
  if (kind === 'json') return found === null ? null : JSON.stringify(found);
  return kind === 'flag' ? Number(found) : found;
}

function decode(stored: unknown, kind: Kind): unknown {
  if (kind === 'json') return stored === null ? null : JSON.parse(String(stored));
  return kind === 'flag' ? stored === 1 : stored;
}

/** The row that a codec reads and writes. */
export type RowIn<C> = C extends Codec<infer _R, infer Row> ? Row : never;

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
  output: 'json',
  summary: 'plain',
  failureReason: 'plain',
  failureCategory: 'plain',
  errors: 'json',
  stepCount: 'plain',
  scriptRun: 'json',
  createdAt: 'plain',
  modifiedAt: 'plain',
  queuedAt: 'plain',
  startedAt: 'plain',
  finishedAt: 'plain',
  wakeAt: 'plain',
  revision: 'plain',
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
  apiKeyId: 'plain',
  nextRunAt: 'plain',
  lastRunId: 'plain',
  lastRunAt: 'plain',
  lastError: 'plain',
  createdAt: 'plain',
  modifiedAt: 'plain',
});

export const scriptRows = codec<ScriptRevision>()({
  scriptId: 'plain',
  scriptRevisionId: 'plain',
  organizationId: 'plain',
  workflowPermanentId: 'plain',
  cacheKey: 'plain',
  version: 'plain',
  files: 'json',
  runId: 'plain',
  createdAt: 'plain',
  modifiedAt: 'plain',
  deletedAt: 'plain',
});

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
