import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { findPostgres } from '@runwright/testing/postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../postgres/test-database.test-helpers.ts';
import { openSqlite } from '../sqlite-store.ts';
import { copyDatabase } from './copy-database.ts';

const binaries = findPostgres();
if (binaries === null) console.warn('PostgreSQL is not installed: the tests of `copyDatabase` are skipped.');

/** Rows of a table by their first column. */
type Dump = Readonly<Record<string, readonly unknown[]>>;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runwright-copy-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

const fileOf = (name: string): string => join(folder, `${name}.db`);

/** Makes a database with some rows in every table, whatever its columns are; `more`: numbers of rows of single tables. */
async function filled(
  name: string,
  rowsPerTable: number,
  more: Readonly<Record<string, number>> = {},
): Promise<string> {
  const file = fileOf(name);
  await (await openSqlite({ file })).close();
  const database = new DatabaseSync(file);
  database.exec('begin');
  for (const table of tablesOf(database)) {
    const columns = database.prepare(`pragma table_info(${table})`).all();
    const names = columns.map((column) => column.name).join(', ');
    const statement = database.prepare(
      `insert into ${table} (${names}) values (${columns.map(() => '?').join(', ')})`,
    );
    for (let row = 1; row <= (more[table] ?? rowsPerTable); row += 1)
      statement.run(
        ...columns.map(({ name, type }) =>
          /int|double|real/i.test(String(type)) ? numberOf(String(name), row) : `${name} ${row} é`,
        ),
      );
  }
  database.exec('commit');
  database.close();
  return file;
}

const numberOf = (column: string, row: number): number =>
  column === 'claimed' ? 0 : 1_795_000_000_000 + row;

function tablesOf(database: DatabaseSync): readonly string[] {
  const rows = database
    .prepare(`select name from sqlite_schema where type = 'table' and sql not like 'create virtual%'`)
    .all();
  return rows
    .map((row) => String(row.name))
    .filter(
      (name) => !/^(?:kysely_|sqlite_|run_search|run_trigrams|run_metadata|organization_storage)/.test(name),
    );
}

function dumpOf(file: string): Dump {
  const database = new DatabaseSync(file);
  const dump = tablesOf(database).map((table) => [
    table,
    database.prepare(`select * from ${table} order by 1, 2`).all(),
  ]);
  database.close();
  return Object.fromEntries(dump);
}

describe.skipIf(binaries === null)('copyDatabase', () => {
  let postgres: TestDatabase;
  let schemas = 0;
  beforeAll(async () => {
    postgres = await createTestDatabase();
  });
  afterAll(() => postgres?.close());
  const emptySchema = () => {
    schemas += 1;
    return { url: postgres.url, schema: `copy_${schemas}` };
  };

  it('every row of every table arrives in PostgreSQL, and comes back from there', async () => {
    const file = await filled('source', 3);
    const middle = emptySchema();
    const told: string[] = [];
    const copied = await copyDatabase({ from: { file }, to: middle }, ({ table }) => told.push(table));
    expect(copied.map(({ table }) => table)).toEqual(told);
    expect(copied).toContainEqual({ table: 'runs', rows: 3 });
    await copyDatabase({ from: middle, to: { file: fileOf('back') } });
    const { duties: _, workers: __, ...rows } = dumpOf(file);
    expect(dumpOf(fileOf('back'))).toMatchObject(rows);
    expect(Object.keys(rows).length).toBe(copied.length);
  });

  it('a table of more rows than one statement takes is copied whole', async () => {
    const file = await filled('source', 1, { attempts: 2500 });
    const copied = await copyDatabase({ from: { file }, to: emptySchema() });
    expect(copied).toContainEqual({ table: 'attempts', rows: 2500 });
  });

  it('tables of more rows than one statement takes are all copied whole', {
    tags: ['extended'],
  }, async () => {
    const file = await filled('source', 2500);
    const copied = await copyDatabase({ from: { file }, to: emptySchema() });
    expect(new Set(copied.map(({ rows }) => rows))).toEqual(new Set([2500]));
  });

  it('a target with rows is refused and left alone', async () => {
    const file = await filled('source', 1);
    const target = await filled('target', 2);
    const before = dumpOf(target);
    await expect(copyDatabase({ from: { file }, to: { file: target } })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/its table `\w+` has rows. Nothing was changed/),
    });
    expect(dumpOf(target)).toEqual(before);
  });

  it('a source with a run that a worker executes is refused', async () => {
    const file = await filled('source', 1);
    const database = new DatabaseSync(file);
    database.prepare(`update runs set status = 'running', lease_until = ?`).run(Date.now() + 60_000);
    database.close();
    await expect(copyDatabase({ from: { file }, to: emptySchema() })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/a worker executes run/),
    });
  });
});
