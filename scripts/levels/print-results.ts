import type { LevelResult } from './level-result.ts';

/** CPU seconds that each level may use, by its name. */
export type Budget = Readonly<Record<string, number>>;

/** A level fails the check of budgets from this multiple of its budget on. */
const tolerance = 1.5;

/** Returns the levels that used more than one and a half times their CPU budget. */
export function overBudget(levels: readonly LevelResult[], budget: Budget): readonly LevelResult[] {
  return levels.filter(({ name, cpuMs }) => {
    const seconds = budget[name];
    return seconds !== undefined && cpuMs !== undefined && cpuMs / 1000 > seconds * tolerance;
  });
}

/**
 * Returns the lines at the end of `npm test`: failed tests with their first errors, a table of the levels with tests, time
 * and budget, and the sum of the tests, for example `4419 passed, 0 failed, 12 skipped`. A level that failed without a
 * failed test counts as one.
 */
export function resultLines(levels: readonly LevelResult[], budget: Budget): readonly string[] {
  const failures = levels.flatMap(({ tests }) => tests?.failures ?? []);
  const extended = sum(levels.map(({ tests }) => tests?.extended ?? 0));
  const hasCpu = levels.every(({ cpuMs }) => cpuMs !== undefined);
  return [
    ...failures.map(({ test, message }) => `FAILED  ${test}\n        ${message}`),
    ...(extended > 0
      ? [`Left out: ${extended} tests with the tag \`extended\`. \`npm run test:all\` runs them too.`]
      : []),
    '',
    ...alignTable(tableRows(levels, budget)),
    ...(hasCpu ? [] : ['CPU time is unknown: this system has no `/proc`.']),
    ...overBudget(levels, budget).map(
      ({ name }) =>
        `The level ${name} used more than ${tolerance} times its CPU budget (scripts/test-budget.json).`,
    ),
    '',
    sumLine(levels),
  ];
}

function tableRows(levels: readonly LevelResult[], budget: Budget): readonly (readonly string[])[] {
  const total = (values: readonly (number | undefined)[]) =>
    values.includes(undefined) ? undefined : sum(values as readonly number[]);
  return [
    ['level', 'passed', 'failed', 'skipped', 'wall s', 'CPU s', 'budget'],
    ...levels.map((level) => [
      level.name,
      ...(level.tests ? counts([level]).map(String) : ['', level.exitCode === 0 ? '' : '1', '']),
      seconds(level.wallMs),
      seconds(level.cpuMs),
      String(budget[level.name] ?? ''),
    ]),
    [
      'all',
      ...counts(levels).map(String),
      seconds(sum(levels.map(({ wallMs }) => wallMs))),
      seconds(total(levels.map(({ cpuMs }) => cpuMs))),
      String(sum(levels.map(({ name }) => budget[name] ?? 0))),
    ],
  ];
}

function sumLine(levels: readonly LevelResult[]): string {
  const [passed, failed, skipped] = counts(levels);
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

function counts(levels: readonly LevelResult[]): readonly [number, number, number] {
  return [
    sum(levels.map(({ tests }) => tests?.passed ?? 0)),
    sum(levels.map(({ tests, exitCode }) => tests?.failed || (exitCode === 0 ? 0 : 1))),
    sum(levels.map(({ tests }) => tests?.skipped ?? 0)),
  ];
}

function alignTable(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

function seconds(ms: number | undefined): string {
  return ms === undefined ? '' : (ms / 1000).toFixed(1);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
