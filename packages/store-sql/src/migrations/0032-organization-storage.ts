import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '../is-postgres.ts';

/**
 * Counts the bytes of the artifacts and files of each organization. Triggers write the counts, so that they are complete whatever version
 * stores a row. On PostgreSQL an organization has several counts, and a statement adds to one of them, so that few wait for each other.
 */
export const organizationStorage: Migration = {
  async up(db) {
    for (const statement of isPostgres(db) ? onPostgres : onSqlite) await sql.raw(statement).execute(db);
  },
};

/** What was stored before. The triggers come first: they lock the tables until the end of the transaction. */
const count = `insert into organization_storage (organization_id, part, bytes)
  select organization_id, 0, sum(size) from
    (select organization_id, size from artifacts union all select organization_id, size from files) as stored
  group by organization_id`;

const add = (
  name: string,
  bytes: string,
): string => `create function ${name}() returns trigger language plpgsql as $$ begin
    insert into organization_storage as held (organization_id, part, bytes)
      select organization_id, floor(random() * 16), ${bytes} from changed group by organization_id
      on conflict (organization_id, part) do update set bytes = held.bytes + excluded.bytes;
    return null; end $$`;

const onPostgres = [
  'create table organization_storage (organization_id text not null, part integer not null, bytes bigint not null, primary key (organization_id, part))',
  add('add_stored_bytes', 'sum(size)'),
  add('subtract_stored_bytes', '-sum(size)'),
  ...['artifacts', 'files'].flatMap((table) => [
    `create trigger ${table}_add_bytes after insert on ${table} referencing new table as changed
      for each statement execute function add_stored_bytes()`,
    `create trigger ${table}_subtract_bytes after delete on ${table} referencing old table as changed
      for each statement execute function subtract_stored_bytes()`,
  ]),
  count,
];

const change = (row: 'new' | 'old', sign: '+' | '-'): string =>
  `insert into organization_storage (organization_id, part, bytes) values (${row}.organization_id, 0, ${sign}${row}.size)
    on conflict (organization_id, part) do update set bytes = bytes + excluded.bytes`;

const onSqlite = [
  `create table organization_storage (organization_id text not null, part integer not null, bytes bigint not null,
    primary key (organization_id, part)) without rowid`,
  ...['artifacts', 'files'].flatMap((table) => [
    `create trigger ${table}_add_bytes after insert on ${table} begin ${change('new', '+')}; end`,
    `create trigger ${table}_subtract_bytes after delete on ${table} begin ${change('old', '-')}; end`,
  ]),
  count,
];
