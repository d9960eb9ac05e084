import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '../is-postgres.ts';

/**
 * Runs are found by their metadata: a table of the texts in it, with an index in the order of lists. Triggers write it, so that it is
 * complete whatever version creates a run. Names and values of more than 255 characters are left out, as no filter has them.
 */
export const runMetadata: Migration = {
  async up(db) {
    for (const statement of isPostgres(db) ? onPostgres : onSqlite) await sql.raw(statement).execute(db);
    await createIndex(db);
  },
};

async function createIndex(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('run_metadata_by_value')
    .on('run_metadata')
    .columns(['organization_id', 'name', 'value', 'created_at', 'run_id'])
    .execute();
}

const onPostgres = [
  `create table run_metadata (run_id text not null, name text not null, organization_id text not null,
    value text not null, created_at bigint not null, primary key (run_id, name))`,
  // Text with the character 0 or half of a surrogate pair is JSON, and none of PostgreSQL.
  `create function texts_of_metadata(settings text) returns table (name text, value text) language plpgsql immutable as $$ begin
    if strpos(settings, '"metadata":{"') = 0 then return; end if;
    return query select entry.key, entry.value #>> '{}' from jsonb_each(settings::jsonb -> 'metadata') as entry
      where jsonb_typeof(entry.value) = 'string' and length(entry.key) <= 255 and length(entry.value #>> '{}') <= 255;
    exception when data_exception then return; end $$`,
  `insert into run_metadata select runs.run_id, texts.name, runs.organization_id, texts.value, runs.created_at
    from runs, texts_of_metadata(runs.settings) as texts`,
  `create function add_run_metadata() returns trigger language plpgsql as $$ begin
    insert into run_metadata select new.run_id, texts.name, new.organization_id, texts.value, new.created_at
      from texts_of_metadata(new.settings) as texts;
    return null; end $$`,
  `create function delete_run_metadata() returns trigger language plpgsql as $$ begin
    delete from run_metadata where run_id = old.run_id; return null; end $$`,
  // Nothing is called for runs without metadata.
  `create trigger runs_add_metadata after insert on runs for each row
    when (strpos(new.settings, '"metadata":{"') > 0) execute function add_run_metadata()`,
  'create trigger runs_delete_metadata after delete on runs for each row execute function delete_run_metadata()',
];

const texts = (settings: string): string => `json_each(${settings}, '$.metadata') as entry
  where instr(${settings}, '"metadata":{"') > 0 and entry.type = 'text'
    and length(entry.key) <= 255 and length(entry.value) <= 255`;

const onSqlite = [
  `create table run_metadata (run_id text not null, name text not null, organization_id text not null,
    value text not null, created_at bigint not null, primary key (run_id, name)) without rowid`,
  `insert into run_metadata select runs.run_id, entry.key, runs.organization_id, entry.value, runs.created_at
    from runs, ${texts('runs.settings')}`,
  `create trigger runs_add_metadata after insert on runs when instr(new.settings, '"metadata":{"') > 0 begin
    insert into run_metadata select new.run_id, entry.key, new.organization_id, entry.value, new.created_at
    from ${texts('new.settings')}; end`,
  'create trigger runs_delete_metadata after delete on runs begin delete from run_metadata where run_id = old.run_id; end',
];
