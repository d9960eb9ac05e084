import { setImmediate } from 'node:timers/promises';
import { type JsonObject, type Run, runTypeOf, TaskEngine } from '@runwright/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { RowIn } from './codec.ts';
import { runRows } from './rows.ts';
import type { RunTable, Tables } from './tables.ts';

/** Bytes of JSON that the outputs of the runs of one page may have together; another such limit is that of their inputs. */
const maxBytes = 32 * 1024 * 1024;
const omittedOutput = JSON.stringify({
  output_omitted: true,
  reason: reasonFor('outputs'),
} satisfies JsonObject);

/** Bytes of settings up to which they are read with the page whatever the inputs have together. */
const maxSettingsBytes = 16 * 1024;

const inputs = ['request', 'parameters', 'settings'] as const;
const others = runRows.columns
  .filter((column) => column !== 'output' && !inputs.some((input) => input === column))
  .map((column) => `runs.${column}` as const);

type ReadRow = Omit<RowIn<typeof runRows>, (typeof inputs)[number]> &
  Pick<RunTable, 'run_type'> &
  Record<(typeof inputs)[number], string | null>;

/**
 * Reads the runs of a page, in its order. Where all are too large together, the outputs of its last runs are left out, and so are
 * their requests and parameters.
 */
export async function readRunPage(db: Kysely<Tables>, ids: readonly string[]): Promise<Run[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .with('sizes', (part) =>
      part
        .selectFrom('runs')
        .where('run_id', 'in', ids)
        .select([
          'run_id',
          inputBytes.as('own'),
          sumOfPage(inputBytes).as('inputs'),
          sumOfPage(sql<number>`octet_length(output)`).as('outputs'),
        ]),
    )
    .selectFrom('runs')
    .innerJoin('sizes', 'sizes.run_id', 'runs.run_id')
    .where('runs.run_id', 'in', ids)
    .select(others)
    .select([
      'runs.run_type',
      sql<string | null>`case when output is null or sizes.outputs <= ${sql.lit(maxBytes)}
        then output else ${omittedOutput} end`.as('output'),
      inputWhen(fits, 'request'),
      inputWhen(fits, 'parameters'),
      inputWhen(sql`${fits} or octet_length(settings) <= ${sql.lit(maxSettingsBytes)}`, 'settings'),
    ])
    .execute();
  const byId = new Map<string, Run>();
  for (const row of rows) byId.set(row.run_id, await toRun(db, row));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const inputBytes = sql<number>`octet_length(request) + octet_length(parameters) + octet_length(settings)`;
/** The first run of a page is read whole, however large it is. */
const fits = sql<boolean>`(sizes.inputs <= ${sql.lit(maxBytes)} or sizes.inputs = sizes.own)`;

function sumOfPage(bytes: RawBuilder<number>): RawBuilder<number> {
  return sql<number>`sum(${bytes}) over (order by created_at desc, run_id desc)`;
}

function inputWhen(condition: RawBuilder<unknown>, column: (typeof inputs)[number]) {
  return sql<string | null>`case when ${condition} then ${sql.ref(`runs.${column}`)} end`.as(column);
}

async function toRun(db: Kysely<Tables>, { run_type, ...row }: ReadRow): Promise<Run> {
  const { request, parameters, settings } = row;
  if (request !== null && parameters !== null && settings !== null)
    return runRows.fromRow({ ...row, request, parameters, settings });
  const engine = TaskEngine.enum.find(
    (name) => runTypeOf({ kind: row.kind, request: { engine: name } }) === run_type,
  );
  const reason = reasonFor('requests and parameters');
  return runRows.fromRow({
    ...row,
    request: JSON.stringify({
      ...(row.kind === 'task' && engine ? { engine } : {}),
      request_omitted: true,
      reason,
    } satisfies JsonObject),
    parameters: JSON.stringify({ parameters_omitted: true, reason } satisfies JsonObject),
    settings: settings ?? (await readSettings(db, row.run_id)),
  });
}

/** Reads the settings of a run that the page has no room for, without what a partial run begins with. */
async function readSettings(db: Kysely<Tables>, runId: string): Promise<string> {
  await setImmediate();
  const row = await db.selectFrom('runs').select('settings').where('run_id', '=', runId).executeTakeFirst();
  const { blockOutputs: _, ...settings } = JSON.parse(row?.settings ?? '{}');
  return JSON.stringify(settings);
}

function reasonFor(what: string): string {
  return `The ${what} of the runs of this page have more than ${maxBytes} bytes as JSON. Read the run itself.`;
}
