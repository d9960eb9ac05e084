import { finalRunStatuses, newRun, RunwrightError, type Store } from '@runwright/contract';
import { type Kysely, sql } from 'kysely';
import { knownEntry, sqlCommit } from './commit.ts';
import { cutPage } from './page.ts';
import { prepared, value } from './prepared.ts';
import { outboxRows, runRows } from './rows.ts';
import type { Tables } from './tables.ts';
import { addVersion } from './workflows.ts';

/** The run calls of the SQL store. */
export function sqlRuns(db: Kysely<Tables>): Store['runs'] {
  const claimRun = claimStatement(db);

  return {
    create: (draft, outbox, workflow) =>
      db.transaction().execute(async (transaction) => {
        const run = newRun(draft);
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('runs')
          .values({ ...runRows.toRow(run), owner: null, token: 0, lease_until: null, last_sequence: 0 })
          .onConflict((key) => key.doNothing())
          .executeTakeFirstOrThrow();
        if (!numInsertedOrUpdatedRows) throw knownRun(run.runId);
        if (workflow) await addVersion(transaction, workflow);
        for (const entry of outbox) {
          const added = await transaction
            .insertInto('outbox')
            .values(outboxRows.toRow(entry))
            .onConflict((key) => key.doNothing())
            .executeTakeFirstOrThrow();
          if (!added.numInsertedOrUpdatedRows) throw knownEntry(entry.entryId);
        }
        return runRows.fromRow(runRows.toRow(run));
      }),
    async get(organizationId, runId) {
      const row = await db
        .selectFrom('runs')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where((run) => run.or([run('run_id', '=', runId), run('workflow_run_id', '=', runId)]))
        .executeTakeFirst();
      return row ? runRows.fromRow(row) : null;
    },
    async find(runId) {
      const row = await db.selectFrom('runs').selectAll().where('run_id', '=', runId).executeTakeFirst();
      return row ? runRows.fromRow(row) : null;
    },
    async list({ organizationId, statuses, workflowPermanentId, page, pageSize }) {
      if (statuses?.length === 0) return cutPage([], { page, pageSize });
      let query = db.selectFrom('runs').selectAll().where('organization_id', '=', organizationId);
      if (statuses) query = query.where('status', 'in', statuses);
      if (workflowPermanentId !== undefined) {
        query = query.where('workflow_permanent_id', '=', workflowPermanentId);
      }
      const rows = await query
        .orderBy('created_at', 'desc')
        .orderBy('run_id', 'desc')
        .limit(pageSize + 1)
        .offset((page - 1) * pageSize)
        .execute();
      return cutPage(rows.map(runRows.fromRow), { page, pageSize });
    },
    async claim(runId, { owner, leaseMs, now }) {
      const { rows } = await claimRun(db, { run_id: runId, owner, now, until: now + leaseMs });
      const [row] = rows;
      return row ? { run: runRows.fromRow(row), fence: { owner, token: row.token } } : null;
    },
    async release(runId, fence) {
      await db
        .updateTable('runs')
        .set({ owner: null, lease_until: null })
        .where('run_id', '=', runId)
        .where('owner', '=', fence.owner)
        .where('token', '=', fence.token)
        .execute();
    },
    commit: sqlCommit(db),
    async unowned({ now, limit }) {
      const rows = await db
        .selectFrom('runs')
        .selectAll()
        .where('status', 'in', ['created', 'queued', 'running', 'paused', 'finalizing'])
        .where((run) => run.or([run('lease_until', 'is', null), run('lease_until', '<=', now)]))
        .orderBy('created_at')
        .orderBy('run_id')
        .limit(limit)
        .execute();
      return rows.map(runRows.fromRow);
    },
  };
}

/** One update judges and takes, so that of two workers one succeeds. Heartbeats come through here too. */
function claimStatement(db: Kysely<Tables>) {
  return prepared(
    db
      .updateTable('runs')
      .set({
        owner: value<string>('owner'),
        token: sql<number>`case when owner = ${value('owner')} then token else token + 1 end`,
        lease_until: value<number>('until'),
      })
      .where('run_id', '=', value<string>('run_id'))
      .where('status', 'not in', finalRunStatuses)
      .where((run) =>
        run.or([
          run('owner', '=', value<string>('owner')),
          run('lease_until', 'is', null),
          run('lease_until', '<=', value<number>('now')),
        ]),
      )
      .returningAll(),
  );
}

function knownRun(runId: string): RunwrightError {
  return new RunwrightError('conflict', `Run \`${runId}\` was to be created, but it exists; make a new id.`);
}
