import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { attacks } from './testing/attacks/all-attacks.ts';
import type { Finding } from './testing/attacks/run-attacks.ts';

const program = fileURLToPath(new URL('./testing/attacks/run-attacks.ts', import.meta.url));
const rowsPerChild = 12;
const childMs = 200_000;
const slowestMs = 1_500;
const largestMegabytes = 200;

/** The reports of a child over some rows, in order; the child may have died after the last of them. */
function runChild(rows: readonly number[]): Promise<Finding[]> {
  const flags = ['--max-old-space-size=512', '--expose-gc'];
  const options = { timeout: childMs, killSignal: 'SIGKILL', maxBuffer: 10_000_000 } as const;
  return new Promise((resolve) => {
    execFile(process.execPath, [...flags, program, ...rows.map(String)], options, (_error, output) => {
      const lines = output.split('\n').filter((line) => line.endsWith('}'));
      resolve(lines.map((line): Finding => JSON.parse(line)));
    });
  });
}

/** Runs rows in a child; the row that a child died of is left out, and the rows after it get another child. */
async function runRows(rows: readonly number[]): Promise<Finding[]> {
  const found = await runChild(rows);
  if (found.length === rows.length) return found;
  const rest = rows.slice(found.length + 1);
  return rest.length === 0 ? found : [...found, ...(await runRows(rest))];
}

/** As many at a time as there are processors. */
async function inTurn<T>(jobs: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  const waiting = [...jobs];
  const work = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) results.push(await job());
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return results;
}

async function measured(): Promise<{ findings: Finding[]; megabytes(finding: Finding): number }> {
  const [plain] = await runChild([-1]);
  if (plain === undefined) throw new Error('the child that renders a plain template died');
  const megabytes = ({ peak }: Finding) => (peak - plain.peak) / 1024;
  const batches = Array.from({ length: Math.ceil(attacks.length / rowsPerChild) }, (_, batch) =>
    attacks.flatMap((_attack, row) => (Math.floor(row / rowsPerChild) === batch ? [row] : [])),
  );
  const first = (await inTurn(batches.map((rows) => () => runRows(rows)))).flat();
  // A child keeps what earlier rows took, and on a busy machine a row may meet the wall clock: such a row runs again, alone.
  const isOdd = (finding: Finding) =>
    finding.surprise !== '' || finding.milliseconds > slowestMs || megabytes(finding) > largestMegabytes;
  const findings: Finding[] = [];
  for (const finding of first) {
    const row = attacks.findIndex(({ name }) => name === finding.name);
    let last: Finding | undefined = finding;
    for (let tries = 0; tries < 3 && last && isOdd(last); tries += 1) [last] = await runChild([row]);
    if (last) findings.push(last);
  }
  return { findings, megabytes };
}

describe('the table of attacks', () => {
  let findings: readonly Finding[] = [];
  let megabytes: (finding: Finding) => number = () => 0;

  beforeAll(async () => {
    ({ findings, megabytes } = await measured());
    const slowest = findings.reduce((a, b) => (a.milliseconds > b.milliseconds ? a : b));
    const largest = findings.reduce((a, b) => (a.peak > b.peak ? a : b));
    console.info(
      `${findings.length} attacks; slowest ${Math.round(slowest.milliseconds)} ms (${slowest.name}), ` +
        `largest at most ${Math.round(megabytes(largest))} MB (${largest.name})`,
    );
  }, 600_000);

  it('has at least 60 rows, each with a name of its own', () => {
    expect(attacks.length).toBeGreaterThanOrEqual(60);
    expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length);
  });

  it('kills no process', () => {
    const survived = new Set(findings.map(({ name }) => name));
    expect(attacks.map(({ name }) => name).filter((name) => !survived.has(name))).toEqual([]);
  });

  it('comes to what each row says: a text, or a TemplateError of a kind', () => {
    expect(
      findings.filter(({ surprise }) => surprise !== '').map(({ name, surprise }) => `${name}: ${surprise}`),
    ).toEqual([]);
  });

  it('runs no code of the host', () => {
    expect(findings.filter(({ ran }) => ran > 0).map(({ name }) => name)).toEqual([]);
  });

  it('leaves every prototype as it was', () => {
    expect(findings.filter(({ polluted }) => polluted.length > 0).map(({ name }) => name)).toEqual([]);
  });

  it('takes no more than 1.5 s and 200 MB for any row', () => {
    const exceeding = findings.filter(
      (finding) => finding.milliseconds > slowestMs || megabytes(finding) > largestMegabytes,
    );
    expect(
      exceeding.map((finding) => `${finding.name}: ${finding.milliseconds} ms, ${megabytes(finding)} MB`),
    ).toEqual([]);
  });
});
