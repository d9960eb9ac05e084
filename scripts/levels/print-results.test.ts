import { expect, it } from 'vitest';
import type { LevelResult, TestResult } from './level-result.ts';
import { overBudget, resultLines } from './print-results.ts';

const none: TestResult = { passed: 0, failed: 0, skipped: 0, extended: 0, failures: [] };

function level(name: string, more: Partial<LevelResult> = {}): LevelResult {
  return { name, tests: none, exitCode: 0, wallMs: 1_000, cpuMs: 2_000, ...more };
}

const budget = { static: 70, pure: 220 };

it('prints a table of the levels and, as last line, the sum of the tests', () => {
  const levels = [
    level('static', { tests: undefined, wallMs: 21_040, cpuMs: 41_000 }),
    level('pure', { tests: { ...none, passed: 4_419, skipped: 12 }, wallMs: 118_200, cpuMs: 215_500 }),
    level('docs', { tests: { ...none, passed: 3 } }),
  ];
  expect(resultLines(levels, budget)).toEqual([
    '',
    'level   passed  failed  skipped  wall s  CPU s  budget',
    'static                             21.0   41.0      70',
    'pure      4419       0       12   118.2  215.5     220',
    'docs         3       0        0     1.0    2.0',
    'all       4422       0       12   140.2  258.5     290',
    '',
    '4422 passed, 0 failed, 12 skipped',
  ]);
});

it('names failed tests with their errors, and says how many tests were left out', () => {
  const failures = [{ test: 'a.test.ts > breaks', message: 'always' }];
  const tests = { ...none, failed: 1, skipped: 3, extended: 2, failures };
  const lines = resultLines([level('pure', { tests, exitCode: 1 })], budget);
  expect(lines.slice(0, 2)).toEqual([
    'FAILED  a.test.ts > breaks\n        always',
    'Left out: 2 tests with the tag `extended`. `npm run test:all` runs them too.',
  ]);
  expect(lines.at(-1)).toBe('0 passed, 1 failed, 3 skipped');
});

it.each([
  ['a static check', level('static', { tests: undefined, exitCode: 1 })],
  ['a level that ended before its tests', level('pure', { tests: undefined, exitCode: 134 })],
  ['a level whose run failed although its tests passed', level('pure', { exitCode: 1 })],
])('%s that failed counts as one failure', (_, failed) => {
  expect(resultLines([failed], budget).at(-1)).toBe('0 passed, 1 failed, 0 skipped');
});

it('reports a level above one and a half times its budget, and none at it', () => {
  const levels = [level('static', { cpuMs: 105_010 }), level('pure', { cpuMs: 330_000 }), level('docs')];
  expect(overBudget(levels, budget)).toEqual([levels[0]]);
  expect(resultLines(levels, budget)).toContain(
    'The level static used more than 1.5 times its CPU budget (scripts/test-budget.json).',
  );
});

it('says so where the CPU time cannot be measured', () => {
  const levels = [level('pure', { cpuMs: undefined })];
  expect(overBudget(levels, budget)).toEqual([]);
  expect(resultLines(levels, budget)).toEqual([
    '',
    'level  passed  failed  skipped  wall s  CPU s  budget',
    'pure        0       0        0     1.0            220',
    'all         0       0        0     1.0            220',
    'CPU time is unknown: this system has no `/proc`.',
    '',
    '0 passed, 0 failed, 0 skipped',
  ]);
});
