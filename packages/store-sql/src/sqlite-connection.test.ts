import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { nodeSqliteDialect } from './node-sqlite.ts';
import { prepared, value } from './prepared.ts';
import { openConnection, type SqliteConnection } from './sqlite-connection.ts';
import { all, run } from './work.ts';

interface Tables {
  words: { id: number; word: string | null };
}

let database: DatabaseSync;
let db: Kysely<Tables>;
let connection: SqliteConnection;
let executed: string[];
beforeEach(async () => {
  database = new DatabaseSync(':memory:');
  executed = [];
  const { prepare } = database;
  database.prepare = (text) => {
    const statement = prepare.call(database, text);
    const { run } = statement;
    statement.run = (...values: unknown[]) => {
      executed.push(text);
      return run.apply(statement, values as never);
    };
    return statement;
  };
  db = new Kysely<Tables>({ dialect: nodeSqliteDialect(database) });
  connection = openConnection(database, db as Kysely<unknown>);
  await sql`create table words (id integer primary key, word text)`.execute(db);
  executed.length = 0;
});
afterEach(() => database.isOpen && database.close());

const queries = () => ({
  add: prepared(db.insertInto('words').values({ id: value('id'), word: value('word') })),
  all: prepared(db.selectFrom('words').selectAll().orderBy('id')),
});
const put = (id: number) => connection.write(() => run(queries().add, { id, word: String(id) }));
const ids = async () => (await connection.read(() => all(queries().all, {}))).map(({ id }) => id);

it('writes that wait at the same time share one transaction', async () => {
  // A clock that stands: a busy machine would end the transaction in between.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  await Promise.all([put(1), put(2), put(3)]);
  expect(await ids()).toEqual([1, 2, 3]);
  expect(executed.filter((text) => text === 'commit')).toHaveLength(1);
});

it('a write that fails is rolled back by itself, and the others of its transaction stay', async () => {
  const broken = connection.write(function* () {
    yield* run(queries().add, { id: 8, word: null });
    throw new Error('not this one');
  });
  const results = await Promise.allSettled([put(1), broken, put(1), put(2)]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(await ids()).toEqual([1, 2]);
});

it('a write that fails alone leaves nothing, and the next one is written', async () => {
  const broken = connection.write(function* () {
    yield* run(queries().add, { id: 8, word: null });
    throw new Error('not this one');
  });
  await expect(broken).rejects.toThrow('not this one');
  await put(1);
  expect(await ids()).toEqual([1]);
});

it('a read sees what was given to be written before it', async () => {
  const written = put(1);
  expect(await ids()).toEqual([1]);
  await written;
});

it('nothing is answered before the transaction is on the disk', async () => {
  const told: string[] = [];
  await Promise.all([
    put(1).then(() => told.push(`1 after ${executed.at(-1)}`)),
    put(2).then(() => told.push(`2 after ${executed.at(-1)}`)),
  ]);
  expect(told).toEqual(['1 after commit', '2 after commit']);
});

it('a transaction that cannot be committed fails all of its writes', async () => {
  database.exec('create table parents (id integer primary key)');
  database.exec(
    'create table children (parent integer references parents (id) deferrable initially deferred)',
  );
  database.exec('pragma foreign_keys = on');
  const orphan = connection.write(function* () {
    yield* run(queries().add, { id: 7, word: null });
    database.exec('insert into children values (7)');
  });
  const results = await Promise.allSettled([put(1), orphan]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await ids()).toEqual([]);
  await put(2);
  expect(await ids()).toEqual([2]);
});

it('a transaction of Kysely that is under way ends first, and what it takes back takes nothing along', async () => {
  const slow = db.transaction().execute(async (transaction) => {
    await transaction.insertInto('words').values({ id: 9, word: null }).execute();
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    throw new Error('taken back');
  });
  await new Promise((resolve) => setImmediate(resolve));
  const seen = ids();
  const written = put(1);
  await expect(slow).rejects.toThrow('taken back');
  await written;
  expect(await seen).toEqual([]);
  expect(await ids()).toEqual([1]);
});

it('a closed database refuses what waits with an error of ours', async () => {
  const written = put(1);
  database.close();
  await expect(written).rejects.toMatchObject({ name: 'RunwrightError', code: 'internal' });
  await expect(ids()).rejects.toMatchObject({ name: 'RunwrightError', code: 'internal' });
});

describe('the log of writes', () => {
  let folder: string;
  let stored: DatabaseSync;
  let connection: ReturnType<typeof openConnection>;
  const word = 'x'.repeat(8 * 1024 * 1024);
  const add = (id: number, text: string) => connection.write(() => run(queries().add, { id, word: text }));
  const logBytes = () => statSync(join(folder, 'words.db-wal')).size;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'runwright-log-'));
    stored = new DatabaseSync(join(folder, 'words.db'), { timeout: 60_000 });
    stored.exec('pragma journal_mode = wal; create table words (id integer primary key, word text)');
    const kysely = new Kysely<Tables>({ dialect: nodeSqliteDialect(stored) });
    connection = openConnection(stored, kysely as Kysely<unknown>);
  });
  afterEach(() => {
    stored.close();
    rmSync(folder, { recursive: true });
  });

  it('is copied into the database in a later turn when it is large, and is empty then', async () => {
    await add(1, word);
    await nextTurn();
    await nextTurn();
    expect(logBytes()).toBe(0);
    expect(stored.prepare('select length(word) as length from words').get()).toEqual({ length: word.length });

    await add(2, 'short');
    await nextTurn();
    await nextTurn();
    expect(logBytes()).toBeGreaterThan(0);
  });

  it('is left to a later checkpoint while a backup reads the database', async () => {
    await add(1, 'short');
    const backup = new DatabaseSync(join(folder, 'words.db'));
    backup.exec('begin; select * from words');
    // With its timeout it would wait for a minute in one turn.
    await add(2, word);
    await nextTurn();
    await nextTurn();
    expect(logBytes()).toBeGreaterThan(word.length);
    backup.close();
    await add(3, 'short');
    await nextTurn();
    await nextTurn();
    expect(logBytes()).toBe(0);
    expect(stored.prepare('pragma busy_timeout').get()).toEqual({ timeout: 60_000 });
  });
});
