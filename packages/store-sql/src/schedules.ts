import {
  type DueTime,
  type JsonObject,
  RunwrightError,
  type Schedule,
  type Store,
} from '@runwright/contract';
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { Connection } from './connection.ts';
import { cutPage, maxPageBytes, readInTurns, takeFitting } from './page.ts';
import { prepared, value } from './prepared.ts';
import { dueScheduleRows, scheduleRows } from './rows.ts';
import type { Tables } from './tables.ts';
import { run, type Work } from './work.ts';

/** The schedule calls of the SQL store. */
export function sqlSchedules(db: Kysely<Tables>, connection: Connection): Store['schedules'] {
  const leaveDueTime = prepared(
    db
      .updateTable('schedules')
      .set({ next_run_at: value<number | null>('next_run_at'), last_error: value<string>('last_error') })
      .where(isDue),
  );
  return {
    async add(schedule) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('schedules')
        .values(scheduleRows.toRow(schedule))
        .onConflict((key) => key.doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows) return;
      throw new RunwrightError(
        'conflict',
        `Cannot add schedule \`${schedule.scheduleId}\`: it exists. Make a new id.`,
      );
    },
    async get(organizationId, scheduleId) {
      const row = await db
        .selectFrom('schedules')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('schedule_id', '=', scheduleId)
        .executeTakeFirst();
      return row ? scheduleRows.fromRow(row) : null;
    },
    async change(organizationId, scheduleId, patch) {
      const row = await db
        .updateTable('schedules')
        .set(scheduleRows.toPartialRow(patch))
        .where('organization_id', '=', organizationId)
        .where('schedule_id', '=', scheduleId)
        .returningAll()
        .executeTakeFirst();
      return row ? scheduleRows.fromRow(row) : null;
    },
    async list({ organizationId, workflowPermanentId, page, pageSize }) {
      let query = db.selectFrom('schedules').where('organization_id', '=', organizationId);
      if (workflowPermanentId !== undefined) {
        query = query.where('workflow_permanent_id', '=', workflowPermanentId);
      }
      const sizes = await query
        .select([
          'schedule_id',
          sql<number>`octet_length(parameters) + octet_length(run_options)`.as('bytes'),
        ])
        .orderBy('created_at', 'desc')
        .orderBy('schedule_id', 'desc')
        .limit(pageSize + 1)
        .offset((page - 1) * pageSize)
        .execute();
      const { items, next } = cutPage(sizes, { page, pageSize });
      return { items: await readSchedules(db, items), next };
    },
    async delete(organizationId, scheduleId) {
      const { numDeletedRows } = await db
        .deleteFrom('schedules')
        .where('organization_id', '=', organizationId)
        .where('schedule_id', '=', scheduleId)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows) > 0;
    },
    async due({ now, limit }) {
      const rows = await db
        .selectFrom('schedules')
        .select(dueScheduleRows.columns)
        .where('next_run_at', '<=', now)
        .orderBy('next_run_at')
        .orderBy('schedule_id')
        .limit(limit)
        .execute();
      return rows.map(dueScheduleRows.fromRow);
    },
    async nextDueAt() {
      const row = await db
        .selectFrom('schedules')
        .select('next_run_at')
        .where('next_run_at', 'is not', null)
        .orderBy('next_run_at')
        .limit(1)
        .executeTakeFirst();
      return row?.next_run_at ?? null;
    },
    async moveOn(dueTime, { error }) {
      const values = { ...valuesOf(dueTime), last_error: error };
      return (await connection.write(() => run(leaveDueTime, values))) > 0;
    },
  };
}

const others = scheduleRows.columns.filter((column) => column !== 'parameters' && column !== 'run_options');
const reason = `The schedules of this page have more than ${maxPageBytes} bytes as JSON. Read the schedule itself.`;
const omittedParameters = JSON.stringify({ parameters_omitted: true, reason } satisfies JsonObject);
const omittedOptions = JSON.stringify({ run_options_omitted: true, reason } satisfies JsonObject);

/** Reads the schedules of a page, in its order. The parameters and options of the last ones are left out where all are too large together. */
async function readSchedules(
  db: Kysely<Tables>,
  sizes: readonly { readonly schedule_id: string; readonly bytes: number }[],
): Promise<readonly Schedule[]> {
  if (sizes.length === 0) return [];
  const whole = takeFitting(sizes);
  const fits = sql<boolean>`schedule_id in (${sql.join(whole.map((row) => row.schedule_id))})`;
  const outlines = sizes.slice(whole.length).map((row) => ({ ...row, bytes: 0 }));
  const schedules = await readInTurns([...whole, ...outlines], async (part) => {
    const ids = part.map((row) => row.schedule_id);
    const rows = await db
      .selectFrom('schedules')
      .where('schedule_id', 'in', ids)
      .select(others)
      .select([
        sql<string>`case when ${fits} then parameters else ${omittedParameters} end`.as('parameters'),
        sql<string>`case when ${fits} then run_options else ${omittedOptions} end`.as('run_options'),
      ])
      .execute();
    return rows.map(scheduleRows.fromRow);
  });
  const byId = new Map(schedules.map((schedule) => [schedule.scheduleId, schedule]));
  return sizes.flatMap((row) => byId.get(row.schedule_id) ?? []);
}

/** Moves a schedule on to its next due time, with the run of this one, within a transaction; false when it is taken. */
export function dueTimeWriter(
  db: Kysely<Tables>,
): (dueTime: DueTime, started: { readonly runId: string; readonly createdAt: number }) => Work<boolean> {
  const takeDueTime = prepared(
    db
      .updateTable('schedules')
      .set({
        next_run_at: value<number | null>('next_run_at'),
        last_run_id: value<string>('last_run_id'),
        last_run_at: value<number>('last_run_at'),
        last_error: null,
      })
      .where(isDue),
  );
  return function* (dueTime, { runId, createdAt }) {
    const values = { ...valuesOf(dueTime), last_run_id: runId, last_run_at: createdAt };
    return (yield* run(takeDueTime, values)) > 0;
  };
}

function isDue(row: ExpressionBuilder<Tables, 'schedules'>) {
  return row.and([
    row('schedule_id', '=', value<Schedule['scheduleId']>('schedule_id')),
    row('next_run_at', '=', value<number>('due_at')),
  ]);
}

function valuesOf({ scheduleId, dueAt, nextRunAt }: DueTime) {
  return { schedule_id: scheduleId, due_at: dueAt, next_run_at: nextRunAt };
}
