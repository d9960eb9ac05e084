import { DatabaseSync } from 'node:sqlite';
import { findPostgres } from '@runwright/testing/postgres';
import { type Dialect, Kysely } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from './migrate.ts';
import { nodeSqliteDialect } from './node-sqlite.ts';
import { postgresConnection } from './postgres/postgres-connection.ts';
import { postgresDialect } from './postgres/postgres-dialect.ts';
import { createTestDatabase } from './postgres/test-database.test-helpers.ts';

/** The last migration that no release had to share a database with. */
const last = '0024-retention';

/** What the version before cannot go on with: statements that remove or rename, and columns, constraints and keys that its rows do not meet. */
const contracting: readonly RegExp[] = [
  /\bdrop (table|column|constraint|default)\b/i,
  /\brename\b/i,
  /\balter column\b/i,
  /\balter table .*\badd (constraint|primary|unique|check|foreign)\b/i,
  /\bcreate unique index\b/i,
  /\balter table .*\badd column (?!.*\bdefault\b).*\bnot null\b/i,
];

/** Statements that look like one of these, with the reasons why the version before can go on. */
const excepted: Readonly<Record<string, string>> = {
  run_lanes_claimed_slot: 'a version without slots claims slot 0 alone, so it keeps to the index that it had',
};

async function statementsAfter(dialect: Dialect, schema?: string): Promise<readonly string[]> {
  const statements: string[] = [];
  let recording = false;
  const db = new Kysely<unknown>({
    dialect,
    log: ({ query }) => {
      if (recording) statements.push(query.sql.replaceAll(/\s+/g, ' '));
    },
  });
  const place = schema === undefined ? {} : { schema };
  await migrate(db, { ...place, last });
  recording = true;
  await migrate(db, place);
  await db.destroy();
  return statements;
}

function expectExpandOnly(statements: readonly string[]): void {
  const refused = statements
    .filter((statement) => contracting.some((pattern) => pattern.test(statement)))
    .filter((statement) => !Object.keys(excepted).some((name) => statement.includes(name)));
  expect(refused, 'Do it in a later release, in a migration named `<number>-contract-…`.').toEqual([]);
}

it('no migration on SQLite takes away what the version before it uses', async () => {
  const statements = await statementsAfter(nodeSqliteDialect(new DatabaseSync(':memory:')));
  expect(statements.join('\n')).toContain('alter table');
  expectExpandOnly(statements);
});

it.skipIf(findPostgres() === null)(
  'no migration on PostgreSQL takes away what the version before it uses',
  async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.close());
    const pool = database.openPool({ options: '-c search_path=runwright' });
    const statements = await statementsAfter(postgresDialect(postgresConnection(pool)), 'runwright');
    await pool.end();
    expect(statements.join('\n')).toContain('alter table');
    expectExpandOnly(statements);
  },
);

it.each([
  ['alter table runs drop column title', true],
  ['alter table runs rename to old_runs', true],
  ['alter table runs add column rank bigint not null', true],
  ['alter table runs add column rank bigint not null default 0', false],
  ['alter table runs add column rank bigint', false],
  ['create unique index names on runs (name)', true],
  ['create table runs (name text not null)', false],
])('of `%s` it is known that it takes something away: %s', (statement, expected) => {
  expect(contracting.some((pattern) => pattern.test(statement))).toBe(expected);
});
