import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Write } from '@runwright/contract';
import { testStore } from '@runwright/testing/suites';
import { Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { sqliteStore } from './index.ts';
import { migrate } from './migrate.ts';
import { nodeSqliteDialect } from './node-sqlite.ts';
import { runDraft } from './run-draft.test-helpers.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runwright-store-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A new database, which each test of the suite gets a copy of: the migrations would take most of its time. */
let empty: string;
beforeAll(async () => {
  empty = mkdtempSync(join(tmpdir(), 'runwright-empty-'));
  await (await sqliteStore({ folder: empty })).close();
});
afterAll(() => rmSync(empty, { recursive: true, force: true }));

testStore('sqliteStore', () => {
  cpSync(join(empty, 'runwright.db'), join(folder, 'runwright.db'));
  return sqliteStore({ folder, synchronous: 'NORMAL' });
});

it('what was written is there when the store is opened again', async () => {
  const first = await sqliteStore({ folder });
  const run = await first.runs.create(runDraft('wr_1'), []);
  await first.close();

  const second = await sqliteStore({ file: join(folder, 'runwright.db') });
  expect(await second.runs.find('wr_1')).toEqual(run);
  await second.close();
});

it('only the owner may read the files of a database, also in a folder that is open to others', {
  tags: ['security'],
}, async () => {
  chmodSync(folder, 0o755);
  const store = await sqliteStore({ folder });
  await store.runs.create(runDraft('wr_1'), []);
  expect(rights()).toMatchObject({
    'runwright.db': '600',
    'runwright.db-shm': '600',
    'runwright.db-wal': '600',
  });
  expect(new Set(Object.values(rights()))).toEqual(new Set(['600']));
  await store.close();
});

it('files with wider rights are tightened when they are opened', { tags: ['security'] }, async () => {
  await (await sqliteStore({ folder })).close();
  for (const name of ['runwright.db', 'runwright.db.lock']) chmodSync(join(folder, name), 0o644);
  const store = await sqliteStore({ folder });
  await store.runs.create(runDraft('wr_1'), []);
  expect(rights()).toMatchObject({
    'runwright.db': '600',
    'runwright.db-shm': '600',
    'runwright.db-wal': '600',
  });
  expect(new Set(Object.values(rights()))).toEqual(new Set(['600']));
  await store.close();
});

/** The files of the folder with their rights. */
function rights(): Readonly<Record<string, string>> {
  const names = readdirSync(folder).sort();
  return Object.fromEntries(
    names.map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
  );
}

it('a folder that is missing is made', async () => {
  const store = await sqliteStore({ folder: join(folder, 'a', 'b') });
  await store.close();
  expect(existsSync(join(folder, 'a', 'b', 'runwright.db'))).toBe(true);
});

it('leases end when the store is opened again, and older fences stay old', async () => {
  const first = await sqliteStore({ folder });
  await first.runs.create(runDraft('wr_1'), []);
  const claim = { owner: 'worker-1', leaseMs: 1e9, now: 0 };
  const before = await first.runs.claim('wr_1', claim);
  await first.close();

  const second = await sqliteStore({ folder });
  expect(await second.runs.unowned({ now: 1, limit: 10 })).toHaveLength(1);
  await expect(second.runs.commit('wr_1', [], before?.fence ?? null, { now: 1 })).rejects.toMatchObject({
    code: 'lease_lost',
  });
  expect(await second.runs.claim('wr_1', claim)).toMatchObject({ fence: { token: 2 } });
  await second.close();
});

it('a process that died with a run counts as a lost worker when the store is opened again', async () => {
  const first = await sqliteStore({ folder });
  await first.runs.create(runDraft('wr_1'), []);
  await first.runs.claim('wr_1', { owner: 'worker-1', leaseMs: 1e9, now: 0 });
  await first.close();

  const second = await sqliteStore({ folder });
  await second.runs.endLeases();
  const claim = { owner: 'worker-2', leaseMs: 1e9, now: 0 };
  expect(await second.runs.claim('wr_1', claim)).toMatchObject({ lostWorkers: 1 });
  await second.close();
});

it('a second store of one database is refused with the name of the process that holds it', async () => {
  const first = await sqliteStore({ folder });
  await expect(sqliteStore({ folder })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(`process \`${process.pid}\` on \``),
  });
  await first.close();
  await (await sqliteStore({ folder })).close();
});

it('the name of a process that does not hold the database refuses nobody', async () => {
  writeFileSync(join(folder, 'runwright.db.pid'), `${process.ppid}\n`);
  await (await sqliteStore({ folder })).close();
});

it('closing waits for commits that are under way, and may be repeated', async () => {
  const store = await sqliteStore({ folder });
  await store.runs.create(runDraft('wr_1'), []);
  const commits = Array.from({ length: 5 }, (_, index) =>
    store.runs.commit('wr_1', [progress(`event ${index}`)], null, { now: 2 }),
  );
  await Promise.all([...commits, store.close(), store.close()]);

  const again = await sqliteStore({ folder });
  expect(await again.timeline.read('wr_1', { limit: 10 })).toHaveLength(5);
  await again.close();
});

it('a closed store refuses with an error of ours', async () => {
  const store = await sqliteStore({ folder });
  await store.close();
  await expect(store.runs.find('wr_1')).rejects.toMatchObject({ name: 'RunwrightError', code: 'internal' });
});

it('a file that is no database is refused, and is not held', async () => {
  const file = join(folder, 'runwright.db');
  writeFileSync(file, 'This is a letter, not a database. '.repeat(100));
  await expect(sqliteStore({ file })).rejects.toMatchObject({ name: 'RunwrightError', code: 'internal' });
  rmSync(file);
  await (await sqliteStore({ file })).close();
});

it('a database to which a newer version has added something is used', async () => {
  await (await sqliteStore({ folder })).close();
  change("insert into kysely_migration values ('9999-later', '2030-01-01')");
  await (await sqliteStore({ folder })).close();
});

it.each([
  ['has removed something', '9999-contract-later'],
  ['has branched off before this one', '0003-other'],
])('a database of a version that %s is refused', async (_, name) => {
  await (await sqliteStore({ folder })).close();
  change(`insert into kysely_migration values ('${name}', '2030-01-01')`);
  await expect(sqliteStore({ folder })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('a newer one'),
  });
});

it('a migration that fails leaves nothing behind', async () => {
  change('create table deliveries (in_the_way text)');
  await expect(sqliteStore({ folder })).rejects.toMatchObject({
    code: 'internal',
    message: expect.stringContaining('0001-initial'),
  });
  change('drop table deliveries');
  await (await sqliteStore({ folder })).close();
});

it('runs that wait for a concurrency key in an older database keep their turns', async () => {
  const first = await sqliteStore({ folder });
  for (const [runId, createdAt] of [
    ['wr_1', 3],
    ['wr_2', 1],
    ['wr_3', 2],
  ] as const) {
    await first.runs.create({ ...runDraft(runId), createdAt, concurrencyKeys: ['key'] }, []);
  }
  await first.runs.claim('wr_2', { owner: 'worker-1', leaseMs: 1, now: 1 });
  await first.close();
  const file = await rewriteAs('0006-lost-workers');

  const second = await sqliteStore({ file });
  const claim = (runId: string) => second.runs.claim(runId, { owner: 'worker-2', leaseMs: 1, now: 9 });
  expect((await second.runs.nextWithConcurrencyKey('key'))?.runId).toBe('wr_3');
  expect(await claim('wr_3')).toBeNull();
  expect(await claim('wr_2')).not.toBeNull();
  const end = { type: 'run', revision: 1, patch: { status: 'completed' } } as const;
  await second.runs.commit('wr_2', [end], null, { now: 10 });
  expect(await claim('wr_1')).toBeNull();
  expect(await claim('wr_3')).not.toBeNull();
  await second.close();
});

it('runs of an older database are found by their metadata', async () => {
  const first = await sqliteStore({ folder });
  const { settings, ...draft } = runDraft('wr_1');
  await first.runs.create({ ...draft, settings: { ...settings, metadata: { job: 'j-1', n: 7 } } }, []);
  await first.runs.create(runDraft('wr_2'), []);
  await first.close();
  const second = await sqliteStore({ file: await rewriteAs('0024-retention') });
  const query = { organizationId: draft.organizationId, page: 1, pageSize: 10 };
  const found = await second.runs.list({ ...query, metadata: { job: 'j-1' } });
  expect(found.items.map((run) => run.runId)).toEqual(['wr_1']);
  await second.close();
});

it('another process may read the database while it is in use', async () => {
  const store = await sqliteStore({ folder });
  await store.runs.create(runDraft('wr_1'), []);
  const reader = new DatabaseSync(join(folder, 'runwright.db'), { readOnly: true });
  expect(reader.prepare('select run_id, status from runs').get()).toMatchObject({
    run_id: 'wr_1',
    status: 'created',
  });
  reader.close();
  await store.close();
});

/** Writes a database as the version that ended with a migration made it, with the runs of the one in the folder. */
async function rewriteAs(last: string): Promise<string> {
  const file = join(folder, 'older.db');
  const database = new DatabaseSync(file);
  await migrate(new Kysely({ dialect: nodeSqliteDialect(database) }), { last });
  database.exec(`attach '${join(folder, 'runwright.db')}' as newer`);
  for (const table of ['runs', 'run_lanes']) {
    const columns = database.prepare(`select name from pragma_table_info('${table}')`).all();
    const names = columns.map(({ name }) => name).join();
    database.exec(`insert into main.${table} (${names}) select ${names} from newer.${table}`);
  }
  database.close();
  return file;
}

function change(sql: string): void {
  const database = new DatabaseSync(join(folder, 'runwright.db'));
  database.exec(sql);
  database.close();
}

function progress(message: string): Write {
  const place = {
    runId: 'wr_1',
    organizationId: 'o_1',
    eventId: 'th_1',
    blockRunId: null,
    label: null,
    at: 1,
  };
  return { type: 'timeline', event: { ...place, type: 'progress', message, data: null } };
}

it('a page of the timeline ends before a mebibyte is exceeded, and has one event at least', async () => {
  const store = await sqliteStore({ folder });
  await store.runs.create(runDraft('wr_1'), []);
  const texts = [
    'é'.repeat(300_000),
    'x'.repeat(300_000),
    'x'.repeat(300_000),
    'x'.repeat(2_000_000),
    'last',
  ];
  await store.runs.commit('wr_1', texts.map(progress), null, { now: 1 });
  const sizes: number[] = [];
  for (let after = 0; ; ) {
    const page = await store.timeline.read('wr_1', { after, limit: 100 });
    const last = page.at(-1);
    if (!last) break;
    sizes.push(page.length);
    after = last.sequence;
  }
  await store.close();
  expect(sizes).toEqual([2, 1, 1, 1]);
});
