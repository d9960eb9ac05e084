import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { attacks } from './testing/attacks/all-attacks.ts';
import { hostAccess } from './testing/attacks/host-access.ts';
import type { Finding } from './testing/attacks/run-attacks.ts';

const program = fileURLToPath(new URL('./testing/attacks/run-attacks.ts', import.meta.url));
const allRows = attacks.map((_attack, row) => row);

/** The reports of a child over some rows, in order; the child may have died after the last of them. */
function runChild(rows: readonly number[]): Promise<Finding[]> {
  const flags = ['--max-old-space-size=512', '--expose-gc'];
  const options = { timeout: 200_000, killSignal: 'SIGKILL', maxBuffer: 10_000_000 } as const;
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

/** Every second of the rows in one child, the others in another: a start of Node takes longer than most rows. */
async function runInTwo(rows: readonly number[]): Promise<Finding[]> {
  const halves = [0, 1].map((half) => rows.filter((_row, index) => index % 2 === half));
  return (await Promise.all(halves.map(runRows))).flat();
}

it('the table of attacks has at least 60 rows, each with a name of its own', () => {
  expect(attacks.length).toBeGreaterThanOrEqual(60);
  expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length);
});

/** All rows that try to reach the host, and one in four of the others: those that grow take most of the time. */
const quickRows = allRows.filter((row) => row % 4 === 0 || row < hostAccess.length);
const tables = [
  { title: 'the quick rows of the table of attacks', rows: quickRows, options: {} },
  { title: 'the table of attacks', rows: allRows, options: { tags: ['extended', 'security'] } },
];
for (const { title, rows, options } of tables) {
  describe(title, options, () => {
    let findings: readonly Finding[] = [];

    beforeAll(async () => {
      findings = await runInTwo(rows);
    }, 200_000);

    it('kills no process', () => {
      const survived = new Set(findings.map(({ name }) => name));
      const names = rows.map((row) => attacks[row]?.name ?? '');
      expect(names.filter((name) => !survived.has(name))).toEqual([]);
    });

    it('comes to what each row says: a text, or a TemplateError of a kind', () => {
      expect(
        findings
          .filter(({ surprise }) => surprise !== '')
          .map(({ name, surprise }) => `${name}: ${surprise}`),
      ).toEqual([]);
    });

    it('runs no code of the host', () => {
      expect(findings.filter(({ ran }) => ran > 0).map(({ name }) => name)).toEqual([]);
    });

    it('leaves every prototype as it was', () => {
      expect(findings.filter(({ polluted }) => polluted.length > 0).map(({ name }) => name)).toEqual([]);
    });
  });
}

it('no row takes more than 1.5 s of CPU time and 200 MB', {
  tags: ['extended', 'security'],
  timeout: 900_000,
}, async () => {
  const [plain] = await runChild([-1]);
  if (plain === undefined) throw new Error('the child that renders a plain template died');
  const exceeding: string[] = [];
  // One child for each row: what earlier rows took counts in the peak of a process.
  for (const row of allRows) {
    for (const { name, milliseconds, peak } of await runChild([row])) {
      const megabytes = (peak - plain.peak) / 1024;
      if (milliseconds > 1_500 || megabytes > 200)
        exceeding.push(`${name}: ${milliseconds} ms, ${megabytes} MB`);
    }
  }
  expect(exceeding).toEqual([]);
});
