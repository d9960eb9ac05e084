import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '../is-postgres.ts';

/**
 * Lists of runs read only what they show: an index for each combination of filters, and a table of the texts that are searched, with an
 * index of their trigrams. Triggers write that table, so that it is complete whatever version creates a run; and a change of
 * a run, such as a renewed lease, does not touch the trigrams.
 */
export const runLists: Migration = {
  async up(db) {
    await db.schema
      .createIndex('runs_by_status_and_type')
      .on('runs')
      .columns(['organization_id', 'status', 'run_type', 'created_at', 'run_id'])
      .execute();
    await db.schema
      .createIndex('runs_by_workflow_status_and_type')
      .on('runs')
      .columns(['organization_id', 'workflow_permanent_id', 'status', 'run_type', 'created_at', 'run_id'])
      .execute();
    await (isPostgres(db) ? searchOnPostgres(db) : searchOnSqlite(db));
  },
};

async function searchOnPostgres(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `create table run_search (run_id text primary key, organization_id text not null,
      created_at bigint not null, search_text text not null)`,
    `insert into run_search select run_id, organization_id, created_at, search_text from runs`,
    `create function add_run_search() returns trigger language plpgsql as $$ begin
      insert into run_search values (new.run_id, new.organization_id, new.created_at, new.search_text);
      return null; end $$`,
    `create function delete_run_search() returns trigger language plpgsql as $$ begin
      delete from run_search where run_id = old.run_id; return null; end $$`,
    'create trigger runs_add_search after insert on runs for each row execute function add_run_search()',
    'create trigger runs_delete_search after delete on runs for each row execute function delete_run_search()',
    // The role may lack the right to create the extension; then a search reads the texts one after the other.
    `do $$ begin create extension if not exists pg_trgm; exception when others then
      raise notice 'Runs are searched without an index: %', sqlerrm; end $$`,
    `do $$ declare place text; begin
      select n.nspname into place from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
      if place is not null then
        execute format('create index run_search_by_trigrams on run_search using gin (search_text %I.gin_trgm_ops)', place);
      end if; end $$`,
  ])
    await sql.raw(statement).execute(db);
}

async function searchOnSqlite(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`select 1 from pragma_module_list where name = 'fts5'`.execute(db);
  for (const statement of [
    `create table run_search (id integer primary key, run_id text not null unique, organization_id text not null,
      created_at bigint not null, search_text text not null)`,
    `insert into run_search (run_id, organization_id, created_at, search_text)
      select run_id, organization_id, created_at, search_text from runs`,
    `create trigger runs_add_search after insert on runs begin
      insert into run_search (run_id, organization_id, created_at, search_text)
      values (new.run_id, new.organization_id, new.created_at, new.search_text); end`,
    'create trigger runs_delete_search after delete on runs begin delete from run_search where run_id = old.run_id; end',
    ...(rows.length > 0 ? trigrams : []),
  ])
    await sql.raw(statement).execute(db);
}

/** An index without a copy of the texts (https://sqlite.org/fts5.html#external_content_tables). */
const trigrams = [
  `create virtual table run_trigrams using fts5(search_text, content = 'run_search', content_rowid = 'id',
    tokenize = 'trigram', detail = 'none', columnsize = 0)`,
  `insert into run_trigrams (rowid, search_text) select id, search_text from run_search`,
  `create trigger run_search_add after insert on run_search begin
    insert into run_trigrams (rowid, search_text) values (new.id, new.search_text); end`,
  `create trigger run_search_delete after delete on run_search begin
    insert into run_trigrams (run_trigrams, rowid, search_text) values ('delete', old.id, old.search_text); end`,
];
