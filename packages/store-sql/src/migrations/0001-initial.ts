import type { CreateTableBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The first tables. Numbers are `bigint`, because a time in epoch ms does not fit a 32-bit integer. */
export const initial: Migration = {
  async up(db) {
    await createTenants(db);
    await createWorkflows(db);
    await createRuns(db);
    await createJournal(db);
    await createFindings(db);
  },
};

type Schema = Kysely<unknown>;

async function createTenants(db: Schema): Promise<void> {
  await table(db, 'organizations', 'organization_id')
    .$call(texts('name'))
    .$call(numbers('created_at', 'modified_at'))
    .execute();
  await table(db, 'api_keys', 'api_key_id')
    .$call(texts('organization_id', 'name', 'prefix', 'hash', 'ciphertext'))
    .$call(numbers('created_at'))
    .$call(optionalNumbers('revoked_at'))
    .addUniqueConstraint('api_keys_hash', ['hash'])
    .execute();
  await index(db, 'api_keys', ['organization_id', 'created_at']);
}

async function createWorkflows(db: Schema): Promise<void> {
  await table(db, 'workflows', 'workflow_id')
    .$call(texts('workflow_permanent_id', 'organization_id', 'title', 'status', 'draft'))
    .$call(texts('title_text', 'search_text'))
    .$call(numbers('version', 'created_at', 'modified_at'))
    .$call(optionalTexts('folder_id'))
    .$call(optionalNumbers('deleted_at'))
    .addUniqueConstraint('workflows_version', ['workflow_permanent_id', 'version'])
    .execute();
  await index(db, 'workflows', ['organization_id', 'created_at']);
}

async function createRuns(db: Schema): Promise<void> {
  await table(db, 'runs', 'run_id')
    .$call(texts('workflow_run_id', 'kind', 'organization_id', 'workflow_id', 'workflow_permanent_id'))
    .$call(texts('status', 'request', 'parameters', 'settings', 'trigger_type', 'errors'))
    .$call(optionalTexts('title', 'api_key_id', 'output', 'summary', 'failure_reason', 'failure_category'))
    .$call(numbers('step_count', 'created_at', 'modified_at', 'revision'))
    .$call(optionalNumbers('queued_at', 'started_at', 'finished_at'))
    .$call(optionalTexts('owner'))
    .$call(numbers('token', 'last_sequence'))
    .$call(optionalNumbers('lease_until'))
    .execute();
  await index(db, 'runs', ['workflow_run_id']);
  await index(db, 'runs', ['organization_id', 'created_at', 'run_id']);
  await index(db, 'runs', ['organization_id', 'workflow_permanent_id', 'created_at', 'run_id']);
  await index(db, 'runs', ['status', 'created_at']);
}

async function createJournal(db: Schema): Promise<void> {
  await db.schema
    .createTable('attempts')
    .$call(texts('run_id', 'organization_id', 'path', 'block_run_id', 'label', 'block_type', 'status'))
    .$call(texts('errors', 'owner'))
    .$call(optionalTexts('output', 'failure_reason', 'failure_category', 'chosen_label'))
    .$call(numbers('attempt', 'effect', 'fence_token', 'started_at'))
    .$call(optionalNumbers('finished_at', 'due_at'))
    .addPrimaryKeyConstraint('attempts_key', ['run_id', 'path', 'attempt'])
    .execute();
  await db.schema
    .createTable('timeline')
    .$call(texts('run_id', 'organization_id', 'event'))
    .$call(numbers('sequence'))
    .addPrimaryKeyConstraint('timeline_key', ['run_id', 'sequence'])
    .execute();
  await table(db, 'outbox', 'entry_id')
    .$call(texts('organization_id', 'run_id', 'type', 'payload', 'status'))
    .$call(numbers('due_at', 'created_at'))
    .execute();
  await index(db, 'outbox', ['status', 'created_at']);
}

async function createFindings(db: Schema): Promise<void> {
  await table(db, 'artifacts', 'artifact_id')
    .$call(texts('type', 'organization_id', 'run_id', 'workflow_run_id', 'content_type', 'checksum', 'key'))
    .$call(optionalTexts('block_run_id', 'step_id', 'action_id', 'thought_id'))
    .$call(numbers('size', 'created_at'))
    .execute();
  await index(db, 'artifacts', ['run_id', 'created_at']);
  await table(db, 'deliveries', 'delivery_id')
    .$call(texts('organization_id', 'run_id', 'trigger', 'webhook_url', 'status'))
    .$call(optionalTexts('response_excerpt', 'error'))
    .$call(optionalNumbers('http_status', 'latency_ms', 'finished_at'))
    .$call(numbers('created_at'))
    .execute();
  await index(db, 'deliveries', ['run_id', 'created_at']);
}

type Table = CreateTableBuilder<string, string>;

function table(db: Schema, name: string, key: string): Table {
  return db.schema.createTable(name).addColumn(key, 'text', (column) => column.primaryKey().notNull());
}

const texts = columns('text', true);
const optionalTexts = columns('text', false);
const numbers = columns('bigint', true);
const optionalNumbers = columns('bigint', false);

function columns(type: 'text' | 'bigint', required: boolean) {
  return (...names: readonly string[]) =>
    (builder: Table): Table =>
      names.reduce(
        (wider, name) => wider.addColumn(name, type, (column) => (required ? column.notNull() : column)),
        builder,
      );
}

async function index(db: Schema, name: string, names: string[]): Promise<void> {
  await db.schema
    .createIndex(`${name}_by_${names.join('_')}`)
    .on(name)
    .columns(names)
    .execute();
}
