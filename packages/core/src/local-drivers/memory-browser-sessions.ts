import {
  assertBrowserSessionIsFree,
  type BrowserSessionRow,
  isFinalBrowserSession,
  type Run,
  RunwrightError,
  type Store,
} from '@runwright/contract';
import { byTime, newestFirst } from './compare-rows.ts';
import { copyFrozen } from './copy-frozen.ts';

/** A session with what the store alone knows: who holds its browser, and until when (epoch ms). */
interface HeldRow {
  readonly session: BrowserSessionRow;
  readonly owner: string | null;
  readonly leaseUntil: number | null;
}

/** The rows of browser sessions by id. */
export type BrowserSessionRows = Map<string, HeldRow>;

/** The browser session calls of the memory store. */
export function memoryBrowserSessions(rows: BrowserSessionRows): Store['browserSessions'] {
  const openRows = (): HeldRow[] =>
    [...rows.values()].filter(({ session }) => !isFinalBrowserSession(session.status));
  return {
    async add(session, { maxOpen, maxOpenPerOrganization }) {
      if (rows.has(session.browserSessionId)) {
        throw new RunwrightError(
          'conflict',
          `Cannot add browser session \`${session.browserSessionId}\`: it exists. Make a new id.`,
        );
      }
      const open = openRows();
      if (open.length >= maxOpen) return 'full';
      const own = open.filter((row) => row.session.organizationId === session.organizationId);
      if (own.length >= maxOpenPerOrganization) return 'organization_full';
      rows.set(session.browserSessionId, { session: copyFrozen(session), owner: null, leaseUntil: null });
      return 'added';
    },
    async get(organizationId, id) {
      const session = rows.get(id)?.session;
      return session?.organizationId === organizationId && session.deletedAt === null ? session : null;
    },
    async find(id) {
      return rows.get(id)?.session ?? null;
    },
    async listOpen(organizationId) {
      return openRows()
        .map(({ session }) => session)
        .filter((session) => session.organizationId === organizationId && session.deletedAt === null)
        .sort(newestFirst<BrowserSessionRow>(createdAt, sessionId));
    },
    async change(id, patch, { owner, idle } = {}) {
      const row = rows.get(id);
      if (!row || isFinalBrowserSession(row.session.status)) return null;
      if (owner !== undefined && row.owner !== owner) return null;
      if (idle && row.session.runnableId !== null) return null;
      const session = copyFrozen({ ...row.session, ...patch });
      rows.set(id, { ...row, session });
      return session;
    },
    async claim(id, { owner, leaseMs, now }) {
      const row = rows.get(id);
      if (!row || isFinalBrowserSession(row.session.status)) return null;
      if (row.owner !== owner && row.leaseUntil !== null && row.leaseUntil > now) return null;
      rows.set(id, { ...row, owner, leaseUntil: now + leaseMs });
      return row.session;
    },
    async ownerOf(id, now) {
      const row = rows.get(id);
      return row && row.leaseUntil !== null && row.leaseUntil > now ? row.owner : null;
    },
    async unowned(now) {
      return openRows()
        .filter(({ leaseUntil }) => leaseUntil === null || leaseUntil <= now)
        .map(({ session }) => session)
        .sort(byTime(createdAt, sessionId));
    },
    async endLeases() {
      for (const [id, row] of rows) rows.set(id, { ...row, owner: null, leaseUntil: null });
    },
  };
}

/** Throws unless a run may use its session; `parent` is the run that waits for it, which may share its own. */
export function checkBrowserSession(
  rows: BrowserSessionRows,
  run: Pick<Run, 'organizationId' | 'settings'>,
  parent: Run | null,
): void {
  const { browserSessionId } = run.settings;
  if (!browserSessionId || parent?.settings.browserSessionId === browserSessionId) return;
  const session = rows.get(browserSessionId)?.session ?? null;
  assertBrowserSessionIsFree(session, { organizationId: run.organizationId, browserSessionId });
}

/** Makes a run the one that uses its session, unless it shares that of its parent. */
export function occupyBrowserSession(rows: BrowserSessionRows, run: Run): void {
  const row = rows.get(run.settings.browserSessionId ?? '');
  if (!row || row.session.runnableId !== null) return;
  const runnableType = run.kind === 'task' ? 'task' : 'workflow_run';
  const patch = { runnableType, runnableId: run.runId, modifiedAt: run.createdAt } as const;
  rows.set(row.session.browserSessionId, { ...row, session: copyFrozen({ ...row.session, ...patch }) });
}

/** Clears a run that has ended from the session that it used. */
export function clearBrowserSession(rows: BrowserSessionRows, run: Run): void {
  const row = rows.get(run.settings.browserSessionId ?? '');
  if (row?.session.runnableId !== run.runId) return;
  const patch = { runnableType: null, runnableId: null, modifiedAt: run.modifiedAt };
  rows.set(row.session.browserSessionId, { ...row, session: copyFrozen({ ...row.session, ...patch }) });
}

const createdAt = (row: BrowserSessionRow): number => row.createdAt;
const sessionId = (row: BrowserSessionRow): string => row.browserSessionId;
