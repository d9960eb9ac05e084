import { RunwrightError } from './error.ts';
import type { Json } from './json.ts';
import { notFound } from './not-found.ts';
import type { BrowserExtension } from './open-options.ts';

/** The statuses that end a stored browser session. */
export const finalBrowserSessionStatuses = ['completed', 'timeout', 'failed'] as const;
/** Status of a stored browser session. `created`: its browser is not up yet. */
export type BrowserSessionStatus = 'created' | 'running' | (typeof finalBrowserSessionStatuses)[number];

/** Returns whether no other status follows; the first final status of a session wins. */
export function isFinalBrowserSession(status: BrowserSessionStatus): boolean {
  return (finalBrowserSessionStatuses as readonly string[]).includes(status);
}

/**
 * A browser that lives across runs, as the store keeps it; the browser itself is held by one worker. Times are epoch ms.
 */
export interface BrowserSessionRow {
  /** `pbs_`. */
  readonly browserSessionId: string;
  readonly organizationId: string;
  readonly status: BrowserSessionStatus;
  /** Kind and id of the run that uses it; null when none does. Set by `runs.create`, cleared with the final status of the run. */
  readonly runnableType: 'task' | 'workflow_run' | null;
  readonly runnableId: string | null;
  /** Minutes from `startedAt`. */
  readonly timeoutMinutes: number;
  readonly proxyLocation: Json;
  readonly extensions: readonly BrowserExtension[] | null;
  readonly browserType: 'browser_a' | 'browser_b' | null;
  /** The profile whose copy it began with; null for none. */
  readonly browserProfileId: string | null;
  readonly exposeAddress: boolean;
  /** Address for a debug client while it runs; null when it is not exposed. */
  readonly browserAddress: string | null;
  /** Sentences about what the host lacks, such as an extension. */
  readonly notices: readonly string[];
  /** Reason of the status `failed` or `timeout`; else null. */
  readonly failureReason: string | null;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly startedAt: number | null;
  readonly completedAt: number | null;
  readonly deletedAt: number | null;
}

/** Members of a stored browser session that change while it lives. */
export type BrowserSessionPatch = Pick<BrowserSessionRow, 'modifiedAt'> &
  Partial<
    Pick<
      BrowserSessionRow,
      'status' | 'browserAddress' | 'notices' | 'failureReason' | 'startedAt' | 'completedAt'
    >
  >;

/**
 * Throws unless a run may begin to use a session: `not_found` for one that the organization does not have, `conflict` for
 * one that is final or in use. Every store checks it in the transaction that creates the run.
 */
export function assertBrowserSessionIsFree(
  session: Pick<BrowserSessionRow, 'organizationId' | 'status' | 'runnableId'> | null,
  { organizationId, browserSessionId }: Pick<BrowserSessionRow, 'organizationId' | 'browserSessionId'>,
): void {
  if (session?.organizationId !== organizationId) throw notFound('Browser session', browserSessionId);
  const name = `Browser session ${browserSessionId}`;
  if (isFinalBrowserSession(session.status)) throw new RunwrightError('conflict', `${name} is closed`);
  if (session.runnableId === null) return;
  throw new RunwrightError('conflict', `${name} is in use by ${session.runnableId}`);
}
