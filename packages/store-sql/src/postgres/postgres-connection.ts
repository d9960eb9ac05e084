import { setTimeout as sleep } from 'node:timers/promises';
import type { StoreRetries } from '@runwright/contract';
import type { Connection } from '../connection.ts';
import type { Piece } from '../work.ts';
import { type CommitMark, commitMarks } from './commit-marks.ts';
import { executeTogether } from './execute-together.ts';
import type { PostgresClient, PostgresPool } from './postgres-client.ts';
import { called, failureKind, wrapPostgresError } from './postgres-errors.ts';
import { sharedWrites } from './shared-writes.ts';

/** How long and how often work is repeated. */
export interface RetryOptions {
  /** Time in ms for which work is tried again after the connection was lost. Default 30,000: longer than a failover takes. */
  readonly reconnectMs?: number;
  /** Transactions that the server may take back for one piece of work, before it fails. Default 20. */
  readonly maxRepeats?: number;
}

/** Settings of {@link postgresConnection}. */
export interface PostgresConnectionOptions extends RetryOptions {
  /** Table of {@link commitMarks}. Without it a transaction whose commit was interrupted is executed again, whatever came of it. */
  readonly marksTable?: string;
}

/** Executes {@link Work} on connections of a pool. */
export interface PostgresConnection extends Connection {
  /** Lends a client for a transaction, which the caller ends. */
  lend(): Promise<LentClient>;
  /** How often it has repeated work. */
  retries(): StoreRetries;
}

/** A client of the pool that nobody else uses. */
export interface LentClient {
  readonly client: PostgresClient;
  /** Gives it back once; one that is broken, or was lost meanwhile, is closed instead. */
  giveBack(how: { readonly broken: boolean }): void;
}

const firstPauseMs = 20;
const maxPauseMs = 1000;

/**
 * A {@link Connection} on PostgreSQL. A transaction is READ COMMITTED; what is read to be written back is locked by its query. One
 * that the server takes back, or whose connection is lost, is executed again from its beginning. When the connection is lost while
 * a transaction is committed, its outcome is read from the table of {@link commitMarks}, so that nothing is written twice.
 */
export function postgresConnection(
  pool: PostgresPool,
  { reconnectMs = 30_000, maxRepeats = 20, marksTable }: PostgresConnectionOptions = {},
): PostgresConnection {
  const marks = marksTable === undefined ? null : commitMarks(marksTable);
  const retries = { conflicts: 0, connections: 0 };
  const writeAll = <T>(works: readonly Piece<T>[]): Promise<readonly T[]> =>
    retried(() => inTransaction(works));
  const writeShared = sharedWrites(writeAll);

  return {
    read: (work) =>
      retried(async () => {
        const lent = await lend();
        return only(await settled(lent, () => executeTogether(lent.client, [work])));
      }),
    write: async (work, { shared } = {}) =>
      shared ? await writeShared(work, shared) : only(await writeAll([work])),
    lend: () => retried(lend),
    retries: () => ({ ...retries }),
  };

  async function inTransaction<T>(works: readonly Piece<T>[]): Promise<readonly T[]> {
    const lent = await lend();
    const { client } = lent;
    let mark: CommitMark | null = null;
    let ending = false;
    let results: readonly T[] = [];
    try {
      return await settled(lent, async () => {
        if (marks === null) await called(() => client.query('begin'));
        else mark = await marks.begin(client);
        results = await executeTogether(client, works);
        ending = true;
        await called(() => client.query('commit'));
        return results;
      });
    } catch (error) {
      if (!ending || mark === null || failureKind(error) !== 'lost') throw error;
      if (await wasCommitted(mark)) return results;
      throw error;
    }
  }

  async function lend(): Promise<LentClient> {
    const client = await called(() => pool.connect());
    let isLost = false;
    // A client that is lost between two queries emits an error, which would end the process if nobody listened.
    const onError = (): void => {
      isLost = true;
    };
    client.on('error', onError);
    return {
      client,
      giveBack({ broken }) {
        client.off('error', onError);
        client.release(broken || isLost);
      },
    };
  }

  /** Executes work again while its failure passes. */
  async function retried<T>(attempt: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + reconnectMs;
    let pauseMs = firstPauseMs;
    for (let repeats = 0; ; ) {
      try {
        return await attempt();
      } catch (error) {
        const kind = failureKind(error);
        if (kind === 'repeat') repeats += 1;
        const isOver = kind === 'repeat' ? repeats > maxRepeats : performance.now() + pauseMs > deadline;
        if (kind === 'final' || isOver || pool.ending) throw wrapPostgresError(error);
        retries[kind === 'repeat' ? 'conflicts' : 'connections'] += 1;
        // Transactions that met once would meet again after equal pauses.
        await sleep(pauseMs * (0.5 + Math.random()));
        pauseMs = Math.min(pauseMs * 2, maxPauseMs);
      }
    }
  }

  /** Reads the outcome of a transaction whose connection was lost while it was committed. */
  async function wasCommitted(mark: CommitMark): Promise<boolean> {
    return await retried(async () => {
      const lent = await lend();
      return await settled(lent, async () => (await marks?.wasCommitted(lent.client, mark)) ?? false);
    });
  }
}

/** Executes calls on a client and gives it back. */
async function settled<T>({ client, giveBack }: LentClient, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    giveBack({ broken: false });
    return result;
  } catch (error) {
    giveBack({ broken: failureKind(error) === 'lost' || !(await rollBack(client)) });
    throw error;
  }
}

function only<T>([result]: readonly T[]): T {
  return result as T;
}

async function rollBack(client: PostgresClient): Promise<boolean> {
  try {
    await client.query('rollback');
    return true;
  } catch {
    // The caller reports the error that came first; this client is closed.
    return false;
  }
}
