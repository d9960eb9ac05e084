import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Connection } from './connection.ts';
import { nodeSqliteDialect } from './node-sqlite.ts';
import { prepared, value } from './prepared.ts';
import { openConnection } from './sqlite-connection.ts';
import { all, run } from './work.ts';

interface Tables {
  words: { id: number; word: string | null };
}

let db: Kysely<Tables>;
let connection: Connection;
beforeEach(async () => {
  const database = new DatabaseSync(':memory:');
  db = new Kysely<Tables>({ dialect: nodeSqliteDialect(database) });
  connection = openConnection(database, db as Kysely<unknown>);
  await sql`create table words (id integer primary key, word text unique)`.execute(db);
});
afterEach(() => db.destroy());

it('a query that is compiled once runs with many values', async () => {
  const add = prepared(db.insertInto('words').values({ id: value('id'), word: value('word') }));
  await connection.write(() => run(add, { id: 1, word: 'one' }));
  await connection.write(() => run(add, { word: null, id: 2 }));
  expect(await db.selectFrom('words').selectAll().orderBy('id').execute()).toEqual([
    { id: 1, word: 'one' },
    { id: 2, word: null },
  ]);
});

it('a value stays a value, whatever its text', async () => {
  const find = prepared(db.selectFrom('words').selectAll().where('word', '=', value<string>('word')));
  await db.insertInto('words').values({ id: 1, word: 'one' }).execute();
  expect(await connection.read(() => all(find, { word: "one' or '1' = '1" }))).toEqual([]);
  expect(await connection.read(() => all(find, { word: 'one' }))).toHaveLength(1);
});

it('writes tell how many rows they touched', async () => {
  await db
    .insertInto('words')
    .values([{ id: 1 }, { id: 2 }] as Tables['words'][])
    .execute();
  const [result] = await db.updateTable('words').set({ word: null }).execute();
  expect(result?.numUpdatedRows).toBe(2n);
});

it('an error of the database comes out as ours, with the cause', async () => {
  const add = () => db.insertInto('words').values({ id: 1, word: 'one' }).execute();
  await add();
  await expect(add()).rejects.toMatchObject({
    name: 'RunwrightError',
    code: 'internal',
    cause: expect.objectContaining({ message: expect.stringContaining('UNIQUE') }),
  });
});

it('a value that no column can hold is refused', async () => {
  const add = prepared(db.insertInto('words').values({ id: value('id'), word: value('word') }));
  await expect(connection.write(() => run(add, { id: 1, word: true }))).rejects.toMatchObject({
    message: expect.stringContaining('`boolean`'),
  });
});
