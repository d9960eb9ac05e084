import {
  assertBrowserSessionIsFree,
  finalBrowserSessionStatuses,
  type Run,
  RunwrightError,
  type Store,
} from '@runwright/contract';
import type { Kysely } from 'kysely';
import { exclusively } from './exclusively.ts';
import { prepared, value } from './prepared.ts';
import { forUpdate } from './row-locks.ts';
import { browserSessionRows } from './rows.ts';
import type { Tables } from './tables.ts';
import { first, run, type Work } from './work.ts';

/** Browser sessions and the leases of the workers that hold their browsers. */
export function sqlBrowserSessions(db: Kysely<Tables>): Store['browserSessions'] {
  return {
    add: (session, { maxOpen, maxOpenPerOrganization }) =>
      exclusively(db, async (transaction) => {
        const open = await transaction
          .selectFrom('browser_sessions')
          .select('organization_id')
          .where('status', 'not in', finalBrowserSessionStatuses)
          .limit(maxOpen)
          .execute();
        if (open.length >= maxOpen) return 'full';
        const own = open.filter((row) => row.organization_id === session.organizationId);
        if (own.length >= maxOpenPerOrganization) return 'organization_full';
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('browser_sessions')
          .values({ ...browserSessionRows.toRow(session), owner: null, lease_until: null })
          .onConflict((key) => key.doNothing())
          .executeTakeFirstOrThrow();
        if (numInsertedOrUpdatedRows) return 'added';
        throw new RunwrightError(
          'conflict',
          `Cannot add browser session \`${session.browserSessionId}\`: it exists. Make a new id.`,
        );
      }),
    async get(organizationId, browserSessionId) {
      const row = await db
        .selectFrom('browser_sessions')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('browser_session_id', '=', browserSessionId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      return row ? browserSessionRows.fromRow(row) : null;
    },
    async find(browserSessionId) {
      const row = await db
        .selectFrom('browser_sessions')
        .selectAll()
        .where('browser_session_id', '=', browserSessionId)
        .executeTakeFirst();
      return row ? browserSessionRows.fromRow(row) : null;
    },
    async listOpen(organizationId) {
      const rows = await openSessions(db)
        .where('organization_id', '=', organizationId)
        .where('deleted_at', 'is', null)
        .orderBy('created_at', 'desc')
        .orderBy('browser_session_id', 'desc')
        .execute();
      return rows.map(browserSessionRows.fromRow);
    },
    async change(browserSessionId, patch, { owner, idle } = {}) {
      let query = db
        .updateTable('browser_sessions')
        .set(browserSessionRows.toPartialRow(patch))
        .where('browser_session_id', '=', browserSessionId)
        .where('status', 'not in', finalBrowserSessionStatuses);
      if (owner !== undefined) query = query.where('owner', '=', owner);
      if (idle) query = query.where('runnable_id', 'is', null);
      const row = await query.returningAll().executeTakeFirst();
      return row ? browserSessionRows.fromRow(row) : null;
    },
    async claim(browserSessionId, { owner, leaseMs, now }) {
      const row = await db
        .updateTable('browser_sessions')
        .set({ owner, lease_until: now + leaseMs })
        .where('browser_session_id', '=', browserSessionId)
        .where('status', 'not in', finalBrowserSessionStatuses)
        .where((session) =>
          session.or([
            session('owner', '=', owner),
            session('lease_until', 'is', null),
            session('lease_until', '<=', now),
          ]),
        )
        .returningAll()
        .executeTakeFirst();
      return row ? browserSessionRows.fromRow(row) : null;
    },
    async ownerOf(browserSessionId, now) {
      const row = await db
        .selectFrom('browser_sessions')
        .select('owner')
        .where('browser_session_id', '=', browserSessionId)
        .where('lease_until', '>', now)
        .executeTakeFirst();
      return row?.owner ?? null;
    },
    async unowned(now) {
      const rows = await openSessions(db)
        .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<=', now)]))
        .orderBy('created_at')
        .orderBy('browser_session_id')
        .execute();
      return rows.map(browserSessionRows.fromRow);
    },
    async endLeases() {
      await endBrowserSessionLeases(db);
    },
  };
}

/** Ends every lease, as if its owner had been lost. */
export async function endBrowserSessionLeases(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('browser_sessions')
    .set({ owner: null, lease_until: null })
    .where('owner', 'is not', null)
    .execute();
}

/** Writes which run uses which session, within the transaction that writes the run. */
export function sessionOccupancy(db: Kysely<Tables>) {
  const sessionOfId = prepared(
    db
      .selectFrom('browser_sessions')
      .selectAll()
      .where('browser_session_id', '=', value<string>('id'))
      .$call(forUpdate(db)),
  );
  const settingsOf = prepared(
    db.selectFrom('runs').select('settings').where('run_id', '=', value<string>('run_id')),
  );
  const occupySession = prepared(
    db
      .updateTable('browser_sessions')
      .set({
        runnable_type: value<'task' | 'workflow_run' | null>('runnable_type'),
        runnable_id: value<string | null>('runnable_id'),
        modified_at: value<number>('now'),
      })
      .where('browser_session_id', '=', value<string>('id')),
  );
  const clearSession = prepared(
    db
      .updateTable('browser_sessions')
      .set({ runnable_type: null, runnable_id: null, modified_at: value<number>('now') })
      .where('browser_session_id', '=', value<string>('id'))
      .where('runnable_id', '=', value<string>('run_id')),
  );

  return {
    /** Makes a run the one that uses its session. Throws when it may not; a run that its parent waits for shares the parent's. */
    *occupy(occupant: Run): Work<void> {
      const { organizationId, settings } = occupant;
      const { browserSessionId } = settings;
      if (!browserSessionId || (yield* isShared(occupant, browserSessionId))) return;
      const row = yield* first(sessionOfId, { id: browserSessionId });
      assertBrowserSessionIsFree(row ? browserSessionRows.fromRow(row) : null, {
        organizationId,
        browserSessionId,
      });
      yield* run(occupySession, {
        id: browserSessionId,
        runnable_type: occupant.kind === 'task' ? 'task' : 'workflow_run',
        runnable_id: occupant.runId,
        now: occupant.createdAt,
      });
    },
    /** Clears a run that has ended from the session that it used. */
    *clear({ runId, settings, modifiedAt }: Run): Work<void> {
      const { browserSessionId: id } = settings;
      if (id) yield* run(clearSession, { id, run_id: runId, now: modifiedAt });
    },
  };

  function* isShared({ parent }: Run, browserSessionId: string): Work<boolean> {
    if (!parent?.waits) return false;
    const row = yield* first(settingsOf, { run_id: parent.runId });
    return row !== undefined && JSON.parse(String(row.settings)).browserSessionId === browserSessionId;
  }
}

function openSessions(db: Kysely<Tables>) {
  return db
    .selectFrom('browser_sessions')
    .selectAll()
    .where('completed_at', 'is', null)
    .where('status', 'not in', finalBrowserSessionStatuses);
}
