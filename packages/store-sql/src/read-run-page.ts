import { setImmediate } from 'node:timers/promises';
import { type JsonObject, type Run, runTypeOf, TaskEngine } from '@runwright/contract';
import { type Kysely, sql } from 'kysely';
import type { RowIn } from './codec.ts';
import { maxPageBytes, readInTurns } from './page.ts';
import { runRows } from './rows.ts';
import type { RunTable, Tables } from './tables.ts';

const omittedOutput = JSON.stringify({
  output_omitted: true,
  reason: reasonFor('outputs'),
} satisfies JsonObject);

/** Bytes of settings up to which they are read with the page whatever the inputs have together. */
const maxSettingsBytes = 16 * 1024;

const inputs = ['request', 'parameters', 'settings'] as const;
const others = runRows.columns.filter(
  (column) => column !== 'output' && !inputs.some((input) => input === column),
);

type ReadRow = Omit<RowIn<typeof runRows>, (typeof inputs)[number]> &
  Pick<RunTable, 'run_type'> &
  Record<(typeof inputs)[number], string | null>;

/**
 * Reads the runs of a page, in its order. Where all are too large together, the outputs of its last runs are left out, and so are
 * their requests and parameters.
 */
export async function readRunPage(db: Kysely<Tables>, ids: readonly string[]): Promise<readonly Run[]> {
  if (ids.length === 0) return [];
  const sizes = await db
    .selectFrom('runs')
    .where('run_id', 'in', ids)
    .select([
      'run_id',
      sql<number>`octet_length(request) + octet_length(parameters) + octet_length(settings)`.as('inputs'),
      sql<number>`octet_length(settings)`.as('settings'),
      sql<number>`coalesce(octet_length(output), 0)`.as('output'),
    ])
    .execute();
  const sizeById = new Map(sizes.map((size) => [size.run_id, size]));
  const shares = shareOut(ids.flatMap((id) => sizeById.get(id) ?? []));
  const runs = await readInTurns(shares, (part) => readRuns(db, part));
  const byId = new Map(runs.map((run) => [run.runId, run]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Which large columns of a run are read. */
interface Share {
  readonly run_id: string;
  readonly bytes: number;
  readonly inputs: boolean;
  readonly settings: boolean;
  readonly output: boolean;
}

interface Sizes {
  readonly run_id: string;
  readonly inputs: number;
  readonly settings: number;
  readonly output: number;
}

/** Shares the bytes of a page out to its runs, in its order. The inputs of the first are read however large they are. */
function shareOut(sizes: readonly Sizes[]): readonly Share[] {
  const total = { inputs: 0, output: 0 };
  return sizes.map(({ run_id, ...size }, index) => {
    total.inputs += size.inputs;
    total.output += size.output;
    const inputs = index === 0 || total.inputs <= maxPageBytes;
    const output = total.output <= maxPageBytes;
    const bytes = (inputs ? size.inputs : 0) + (output ? size.output : 0);
    return { run_id, bytes, inputs, output, settings: inputs || size.settings <= maxSettingsBytes };
  });
}

async function readRuns(db: Kysely<Tables>, shares: readonly Share[]): Promise<readonly Run[]> {
  const idsWith = (member: 'inputs' | 'settings' | 'output') => {
    const ids = shares.filter((share) => share[member]).map((share) => share.run_id);
    return ids.length === 0 ? sql<boolean>`false` : sql<boolean>`run_id in (${sql.join(ids)})`;
  };
  const [withInputs, withSettings, withOutput] = [idsWith('inputs'), idsWith('settings'), idsWith('output')];
  const rows = await db
    .selectFrom('runs')
    .where(
      'run_id',
      'in',
      shares.map((share) => share.run_id),
    )
    .select([...others, 'run_type'])
    .select([
      sql<string | null>`case when ${withInputs} then request end`.as('request'),
      sql<string | null>`case when ${withInputs} then parameters end`.as('parameters'),
      sql<string | null>`case when ${withSettings} then settings end`.as('settings'),
      sql<string | null>`case when ${withOutput} or output is null then output else ${omittedOutput} end`.as(
        'output',
      ),
    ])
    .execute();
  const runs: Run[] = [];
  for (const row of rows) runs.push(await toRun(db, row));
  return runs;
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
  return `The ${what} of the runs of this page have more than ${maxPageBytes} bytes as JSON. Read the run itself.`;
}
