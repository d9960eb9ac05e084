import { randomUUID } from 'node:crypto';
import type { PostgresClient } from './postgres-client.ts';
import { called } from './postgres-errors.ts';

/** Names a transaction: the client that it is on, and how many that client had before. */
export interface CommitMark {
  readonly client: string;
  readonly number: number;
}

/**
 * Marks transactions, so that the outcome of one can be read when the connection is lost while it is committed: each client has a row
 * with the number of its last transaction. The id of a transaction would not do: PostgreSQL may give the id of one that was lost in a
 * crash to another one.
 */
export interface CommitMarks {
  /** Begins a transaction and marks it, in one message to the server. */
  begin(client: PostgresClient): Promise<CommitMark>;
  /** Reads whether a transaction was committed, on another client. Waits while the server still executes it. */
  wasCommitted(client: PostgresClient, mark: CommitMark): Promise<boolean>;
}

/** `table` is the name of the table of marks as it stands in queries. */
export function commitMarks(table: string): CommitMarks {
  const clients = new WeakMap<PostgresClient, { readonly id: string; transactions: number }>();
  return {
    async begin(client) {
      const own = clients.get(client) ?? { id: randomUUID(), transactions: 0 };
      clients.set(client, own);
      own.transactions += 1;
      const values = `('${own.id}', ${own.transactions}, extract(epoch from now()) * 1000)`;
      await called(() =>
        client.query(
          `begin; insert into ${table} values ${values} on conflict (client) do update set number = excluded.number, marked_at = excluded.marked_at`,
        ),
      );
      return { client: own.id, number: own.transactions };
    },
    async wasCommitted(client, mark) {
      // An insert waits for the transaction that inserts the row; a select would not see it.
      const text = `insert into ${table} values ($1, 0, 0) on conflict (client) do update set number = ${table}.number returning number`;
      const { rows } = await called(() => client.query(text, [mark.client]));
      return Number(rows[0]?.number) === mark.number;
    },
  };
}
