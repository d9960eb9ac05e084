import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { withoutNul } from '../stored-text.ts';
import type { StatementResult, Work } from '../work.ts';
import type { PostgresClient } from './postgres-client.ts';
import type { LentClient, PostgresConnection } from './postgres-connection.ts';
import { called, wrapPostgresError } from './postgres-errors.ts';

/**
 * Kysely's PostgreSQL dialect over a {@link PostgresConnection}, so that a query that Kysely executes by itself is tried again like all
 * others. The statements of a transaction of Kysely share one client and are not repeated: its caller does that.
 */
export function postgresDialect(connection: PostgresConnection): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => postgresDriver(connection),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class PostgresSession implements DatabaseConnection {
  readonly #connection: PostgresConnection;
  /** Set within a transaction. */
  lent: LentClient | null = null;

  constructor(connection: PostgresConnection) {
    this.#connection = connection;
  }

  async executeQuery<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.lent !== null) return await queryClient(this.lent.client, compiled);
    const isRead = compiled.query.kind === 'SelectQueryNode';
    const { rows, changes } = await this.#connection[isRead ? 'read' : 'write'](() => single(compiled));
    return toResult(rows as readonly Row[], changes);
  }

  // biome-ignore lint/correctness/useYield: the store never streams rows
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Cannot stream rows: the store reads pages. Use a limit.');
  }
}

function postgresDriver(connection: PostgresConnection): Driver {
  const sessionOf = (session: DatabaseConnection): PostgresSession => session as PostgresSession;
  /** Executes the last statement of a transaction and gives its client back. */
  const end = async (session: DatabaseConnection, statement: 'commit' | 'rollback'): Promise<void> => {
    const { lent } = sessionOf(session);
    if (lent === null) return;
    sessionOf(session).lent = null;
    try {
      await queryClient(lent.client, CompiledQuery.raw(statement));
    } catch (error) {
      lent.giveBack({ broken: true });
      throw error;
    }
    lent.giveBack({ broken: false });
  };
  return {
    async init() {},
    acquireConnection: async () => new PostgresSession(connection),
    async beginTransaction(session, { isolationLevel }: TransactionSettings) {
      const lent = await connection.lend();
      const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
      try {
        await queryClient(lent.client, CompiledQuery.raw(`begin${level}`));
      } catch (error) {
        lent.giveBack({ broken: true });
        throw error;
      }
      sessionOf(session).lent = lent;
    },
    commitTransaction: (session) => end(session, 'commit'),
    rollbackTransaction: (session) => end(session, 'rollback'),
    async releaseConnection() {},
    async destroy() {},
  };
}

function* single({ sql, parameters }: CompiledQuery): Work<StatementResult> {
  // Built for one call, so not worth a name.
  return yield { query: { name: '', sql, parameters: () => parameters }, values: {}, rows: true };
}

async function queryClient<Row>(
  client: PostgresClient,
  { sql, parameters }: CompiledQuery,
): Promise<QueryResult<Row>> {
  try {
    const { rows, rowCount } = await called(() => client.query(sql, parameters.map(withoutNul)));
    return toResult(rows, rowCount ?? 0);
  } catch (error) {
    throw wrapPostgresError(error);
  }
}

function toResult<Row>(rows: readonly Row[], changes: number): QueryResult<Row> {
  return { rows: [...rows], numAffectedRows: BigInt(changes) };
}
