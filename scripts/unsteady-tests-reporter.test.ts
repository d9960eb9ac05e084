import { expect, it } from 'vitest';
import type { TestModule } from 'vitest/node';
import { UnsteadyTestsReporter } from './unsteady-tests-reporter.ts';

interface EndedTest {
  readonly fullName: string;
  readonly state: 'passed' | 'failed';
  readonly flaky?: boolean;
  readonly error?: string;
}

/** A finished test file with these tests. */
function finished(relativeModuleId: string, tests: readonly EndedTest[]): TestModule {
  const module = { relativeModuleId };
  const cases = tests.map(({ fullName, state, flaky = false, error }) => ({
    ...{ fullName, module },
    diagnostic: () => ({ flaky }),
    result: () => ({ state, errors: error === undefined ? [] : [{ message: error }] }),
  }));
  return { ...module, children: { allTests: () => cases } } as unknown as TestModule;
}

const printed = (...modules: readonly TestModule[]): readonly string[] => {
  const lines: string[] = [];
  new UnsteadyTestsReporter((line) => lines.push(line)).onTestRunEnd(modules);
  return lines;
};

it('a run lists tests that passed only when repeated, and tests that failed, with the first error', () => {
  expect(
    printed(
      finished('a.test.ts', [
        { fullName: 'suite > passes', state: 'passed' },
        { fullName: 'suite > passes later', state: 'passed', flaky: true, error: 'the first\n  time' },
      ]),
      finished('b.test.ts', [{ fullName: 'breaks', state: 'failed', error: 'always' }]),
    ),
  ).toEqual([
    'Passed only when repeated: 1 test',
    '  a.test.ts > suite > passes later\n    the first time',
    'Failed: 1 test',
    '  b.test.ts > breaks\n    always',
  ]);
});

it('a long message is cut, and an error without one is named', () => {
  expect(
    printed(
      finished('a.test.ts', [
        { fullName: 'long', state: 'failed', error: 'x'.repeat(1_000) },
        { fullName: 'silent', state: 'failed' },
      ]),
    ),
  ).toEqual([
    'Failed: 2 tests',
    `  a.test.ts > long\n    ${'x'.repeat(400)} …`,
    '  a.test.ts > silent\n    no message',
  ]);
});

it('a run in which every test passed at once says nothing', () => {
  expect(printed(finished('a.test.ts', [{ fullName: 'passes', state: 'passed' }]))).toEqual([]);
});
