import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const transactions = 3000;

/** Transactions per second of node:sqlite alone: one inserted row of about 300 bytes each. */
export function bareTransactions(folder: string): number {
  const database = new DatabaseSync(join(folder, 'bare.db'));
  database.exec('pragma journal_mode = wal; pragma synchronous = full;');
  database.exec('create table row (id integer primary key, run_id text, status text, output text) strict');
  const insert = database.prepare('insert into row (run_id, status, output) values (?, ?, ?)');
  const output = JSON.stringify({ text: 'x'.repeat(250) });
  const startedAt = performance.now();
  for (let n = 0; n < transactions; n++) {
    database.exec('begin immediate');
    insert.run(`run-${n}`, 'completed', output);
    database.exec('commit');
  }
  const seconds = (performance.now() - startedAt) / 1000;
  database.close();
  return transactions / seconds;
}
