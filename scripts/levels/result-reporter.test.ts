import { expect, it } from 'vitest';
import type { SerializedError, TestModule } from 'vitest/node';
import type { TestResult } from './level-result.ts';
import { ResultReporter } from './result-reporter.ts';

interface EndedTest {
  readonly fullName: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly error?: string;
  readonly tags?: readonly string[];
}

interface EndedFile {
  readonly name: string;
  readonly tests?: readonly EndedTest[];
  readonly errors?: readonly string[];
  readonly suiteErrors?: readonly string[];
}

/** A finished test file with one suite. */
function finished({ name, tests = [], errors = [], suiteErrors = [] }: EndedFile): TestModule {
  const cases = tests.map(({ fullName, state, error, tags = [] }) => ({
    fullName,
    tags,
    result: () => ({ state, errors: error === undefined ? [] : [{ message: error }] }),
  }));
  const suite = { fullName: 'suite', errors: () => suiteErrors.map((message) => ({ message })) };
  return {
    relativeModuleId: name,
    errors: () => errors.map((message) => ({ message })),
    children: {
      allTests: (state?: string) =>
        cases.filter((one) => state === undefined || one.result().state === state),
      allSuites: () => [suite],
    },
  } as unknown as TestModule;
}

function resultOf(modules: readonly TestModule[], errors: readonly string[] = []): TestResult | undefined {
  let result: TestResult | undefined;
  const reporter = new ResultReporter((written) => {
    result = written;
  });
  reporter.onTestRunEnd(
    modules,
    errors.map((message) => ({ message }) as SerializedError),
  );
  return result;
}

it('counts tests by state, and skipped tests with the tag `extended`', () => {
  const a = finished({
    name: 'a.test.ts',
    tests: [
      { fullName: 'passes', state: 'passed' },
      { fullName: 'is long', state: 'skipped', tags: ['extended'] },
      { fullName: 'needs a tool', state: 'skipped' },
    ],
  });
  const b = finished({ name: 'b.test.ts', tests: [{ fullName: 'passes', state: 'passed' }] });
  expect(resultOf([a, b])).toEqual({ passed: 2, failed: 0, skipped: 2, extended: 1, failures: [] });
});

it('names each failed test with its first error, on one line and cut', () => {
  const file = finished({
    name: 'a.test.ts',
    tests: [
      { fullName: 'breaks', state: 'failed', error: 'one\n  two' },
      { fullName: 'long', state: 'failed', error: 'x'.repeat(1_000) },
      { fullName: 'silent', state: 'failed' },
    ],
  });
  expect(resultOf([file])).toMatchObject({
    failed: 3,
    failures: [
      { test: 'a.test.ts > breaks', message: 'one two' },
      { test: 'a.test.ts > long', message: `${'x'.repeat(400)} …` },
      { test: 'a.test.ts > silent', message: 'no message' },
    ],
  });
});

it('counts what failed outside a test: a file that does not load, a hook, an unhandled error', () => {
  const file = finished({ name: 'a.test.ts', errors: ['no such module'], suiteErrors: ['hook'] });
  expect(resultOf([file], ['rejected later'])).toMatchObject({
    failed: 3,
    failures: [
      { test: 'a.test.ts', message: 'no such module' },
      { test: 'a.test.ts > suite', message: 'hook' },
      { test: 'no test', message: 'rejected later' },
    ],
  });
});
