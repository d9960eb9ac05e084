/** Executes the transactions of recorded runs by one `pg` client in a process of its own, started with `fork`. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { RecordedRun, Statement } from './recorded-run.ts';

/** What the process is told. */
export interface Replay {
  readonly url: string;
  readonly recorded: RecordedRun;
  readonly runs: number;
}

process.on('disconnect', () => process.exit());
process.on('message', async (message: Replay | 'go') => {
  if (message !== 'go') {
    await prepare(message);
    return;
  }
  await replay();
  process.send?.('done');
});

let replay: () => Promise<void> = async () => undefined;

async function prepare({ url, recorded, runs }: Replay): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=runwright' });
  await client.connect();
  const mark = randomUUID();
  replay = async () => {
    for (let n = 0; n < runs; n += 1) {
      const renamed = renamer(recorded.runId, `wr_${mark}_${n}`, mark);
      for (const transaction of recorded.transactions) {
        for (const statement of transaction) await client.query(renamed(statement));
      }
    }
    const query = "select count(*) as n from runs where status = 'completed' and starts_with(run_id, $1)";
    const { rows } = await client.query(query, [`wr_${mark}_`]);
    if (Number(rows[0].n) !== runs) throw new Error(`Of ${runs} replayed runs ${rows[0].n} were completed.`);
    await client.end();
  };
  process.send?.('ready');
}

/** Makes each statement that of another run and another client. */
function renamer(from: string, to: string, mark: string) {
  const inText = (text: string) =>
    text.replaceAll(from, to).replace(/(insert into commit_marks values \(')[^']*/, `$1${mark}`);
  return ({ text, values, name }: Statement) => ({
    text: inText(text),
    values: values.map((value) => (typeof value === 'string' ? changed(value) : value)),
    ...(name === undefined ? {} : { name }),
  });
  function changed(value: string): string {
    if (/^obx_/.test(value)) return `${value}_${to}`;
    return value.replaceAll(from, to);
  }
}
