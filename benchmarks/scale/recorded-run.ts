import { postgresStore } from '@runwright/store-sql';
import pg from 'pg';
import { noopBlock, noopEngine } from '../engine/noop-engine.ts';

/** A statement as it was sent. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Name of the prepared statement, if it was one. */
  readonly name?: string;
}

/** What the store sent for one run, from its creation to its end. */
export interface RecordedRun {
  readonly runId: string;
  /** In the order in which they began; each from `begin` to `commit`. */
  readonly transactions: readonly (readonly Statement[])[];
}

/** Executes one run of no-op blocks on PostgreSQL, and returns its transactions without what is read between them. */
export async function recordedRun(url: string, blocks: number): Promise<RecordedRun> {
  const sent = new Map<unknown, Statement[]>();
  const transactions: Statement[][] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function recorded(this: unknown, ...call: unknown[]): unknown {
    const [given, values] = call as [string | Statement, readonly unknown[] | undefined];
    const statement: Statement =
      typeof given === 'string'
        ? { text: given, values: values ?? [] }
        : { ...given, values: given.values ?? [] };
    if (/^begin\b/.test(statement.text)) {
      sent.set(this, []);
      transactions.push(sent.get(this) ?? []);
    }
    sent.get(this)?.push(statement);
    if (/^(commit|rollback)\b/.test(statement.text)) sent.delete(this);
    return Reflect.apply(query, this, call);
  } as typeof query;
  try {
    const engine = await noopEngine({ concurrency: 1, store: await postgresStore({ url }) });
    const workflowId = await engine.save(Array.from({ length: blocks }, (_, n) => noopBlock(`b${n}`)));
    transactions.length = 0;
    const runId = await engine.start(workflowId);
    await engine.finished(runId);
    await engine.close();
    const ofRun = transactions.filter((all) => all.some(({ values }) => values.includes(runId)));
    return { runId, transactions: ofRun };
  } finally {
    pg.Client.prototype.query = query;
  }
}
