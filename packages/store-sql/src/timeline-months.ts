import { type Kysely, sql } from 'kysely';

/** Months after this one that are there before they begin. */
const monthsAhead = 3;
const dayMs = 86_400_000;

/** Adds the partitions of the timeline for this month and the next ones. Those that are there stay as they are. */
export async function addMonths<Tables>(db: Kysely<Tables>, now: number): Promise<void> {
  const date = new Date(now);
  for (let ahead = 0; ahead <= monthsAhead; ahead += 1) {
    const from = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead));
    const to = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1);
    const name = `timeline_${from.toISOString().slice(0, 7).replace('-', '_')}`;
    if (await isThere(db, name)) continue;
    await sql
      .raw(
        `create table if not exists ${name} partition of timeline for values from (${from.getTime()}) to (${to})`,
      )
      .execute(db);
  }
}

/** Removes the partitions of the timeline whose runs are all deleted. Returns their names. */
export async function dropMonths<Tables>(db: Kysely<Tables>, now: number): Promise<readonly string[]> {
  const oldest = (await oldestRun(db)) ?? now;
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass('timeline') order by 1`.execute(db);
  const dropped: string[] = [];
  for (const { name } of rows) {
    const [, year, month] = /^timeline_(\d{4})_(\d\d)$/.exec(name) ?? [];
    if (year === undefined || month === undefined) continue;
    // An event is written after its run was created; a day more than the clocks may differ.
    if (Date.UTC(Number(year), Number(month)) > Math.min(oldest, now) - dayMs) continue;
    await db.transaction().execute(async (transaction) => {
      // Writers wait for it, so it does not wait for readers.
      await sql`set local lock_timeout = '2s'`.execute(transaction);
      await sql.raw(`drop table ${name}`).execute(transaction);
    });
    dropped.push(name);
  }
  return dropped;
}

async function isThere<Tables>(db: Kysely<Tables>, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 where to_regclass(${name}) is not null`.execute(db);
  return rows.length > 0;
}

/** The time when the oldest run was created, by the first entry of each status in an index; null without runs. */
async function oldestRun<Tables>(db: Kysely<Tables>): Promise<number | null> {
  const { rows } = await sql<{ oldest: number | null }>`
    select min(first) as oldest from unnest(array['created', 'queued', 'running', 'paused', 'finalizing', 'completed', 'failed',
      'terminated', 'timed_out', 'canceled']) as status,
    lateral (select created_at as first from runs where runs.status = status.status order by created_at limit 1) as runs`.execute(
    db,
  );
  return rows[0]?.oldest ?? null;
}
