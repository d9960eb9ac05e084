import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { sqliteStore } from '@runwright/store-sql';
import { noopBlock, noopEngine } from './noop-engine.ts';

const blocks = 1000;

type Row = Record<string, SQLInputValue>;

/**
 * Blocks per second when only the statements of one run are executed, prepared once, without an engine: in one transaction
 * each the run's row, the end of one attempt, the beginning of the next, and two events, as the store has them. No engine
 * over these tables can be faster with one run.
 */
export async function bareBlocks(folder: string): Promise<number> {
  const engine = await noopEngine({ concurrency: 1, store: await sqliteStore({ folder }) });
  await engine.run(await engine.save([noopBlock('first'), noopBlock('second')]));
  await engine.close();
  const database = new DatabaseSync(join(folder, 'runwright.db'));
  database.exec('pragma journal_mode = wal; pragma synchronous = full;');
  const attempt = database.prepare('select * from attempts limit 1').get() as Row;
  const event = database.prepare('select * from timeline order by length(event) desc limit 1').get() as Row;
  const change = database.prepare(
    'update runs set revision = revision + 1, last_sequence = last_sequence + 2, modified_at = ? where run_id = ? and token = ? returning *',
  );
  const put = database.prepare(
    `${insert('attempts', attempt)} on conflict (run_id, path, attempt) do update set ${Object.keys(attempt)
      .map((column) => `${column} = excluded.${column}`)
      .join(', ')}`,
  );
  const add = database.prepare(insert('timeline', event));
  const { run_id: runId = null } = attempt;

  const startedAt = performance.now();
  for (let n = 0; n < blocks; n++) {
    const begun = { ...attempt, path: `["b${n}"]`, status: 'running', output: null, finished_at: null };
    const before = { ...attempt, path: `["b${n - 1}"]` };
    database.exec('begin immediate');
    change.all(n, runId, 1);
    put.run(...Object.values(before));
    add.run(...Object.values({ ...event, sequence: 1000 + 2 * n }));
    put.run(...Object.values(begun));
    add.run(...Object.values({ ...event, sequence: 1001 + 2 * n }));
    database.exec('commit');
  }
  const seconds = (performance.now() - startedAt) / 1000;
  database.close();
  return blocks / seconds;
}

function insert(table: string, row: Row): string {
  const columns = Object.keys(row);
  return `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`;
}
