import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import { extendedTag } from '../test-levels.ts';
import { resultVariable, type TestFailure, type TestResult } from './level-result.ts';

/** Characters of an error's message that stand beside the name of a test. */
const messageLength = 400;

/** Writes the result of a run as JSON to the file that `RUNWRIGHT_TEST_RESULT` names; without the variable it does nothing. */
export class ResultReporter implements Reporter {
  readonly #write: (result: TestResult) => void;

  constructor(write: (result: TestResult) => void = writeResult) {
    this.#write = write;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const tests = modules.flatMap(({ children }) => [...children.allTests()]);
    const skipped = tests.filter((test) => test.result().state === 'skipped');
    const failures = [...modules.flatMap(failuresOf), ...errors.map((error) => failure('no test', error))];
    this.#write({
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed: failures.length,
      skipped: skipped.length,
      extended: skipped.filter(({ tags }) => tags.includes(extendedTag.name)).length,
      failures,
    });
  }
}

function writeResult(result: TestResult): void {
  const path = process.env[resultVariable];
  if (path !== undefined) writeFileSync(path, JSON.stringify(result));
}

/** Returns the failed tests of a file, and the files and suites that failed outside a test, such as in a hook. */
function failuresOf(module: TestModule): readonly TestFailure[] {
  const file = module.relativeModuleId;
  const tests = [...module.children.allTests('failed')];
  const suites = [...module.children.allSuites()];
  return [
    ...module.errors().map((error) => failure(file, error)),
    ...suites.flatMap((suite) =>
      suite.errors().map((error) => failure(`${file} > ${suite.fullName}`, error)),
    ),
    ...tests.map((test) => failure(`${file} > ${test.fullName}`, test.result().errors?.[0])),
  ];
}

function failure(test: string, error: SerializedError | undefined): TestFailure {
  const message = (error?.message ?? 'no message').replaceAll(/\s+/g, ' ').trim();
  return { test, message: message.length > messageLength ? `${message.slice(0, messageLength)} …` : message };
}
