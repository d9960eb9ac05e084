import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Characters of an error's message that stand beside the name of a test. */
const messageLength = 400;

/**
 * Prints, as the last lines of a run, the tests that failed and those that passed only when they were repeated, each
 * with the first error. A log of which only the end is kept still names them.
 */
export class UnsteadyTestsReporter implements Reporter {
  readonly #print: (line: string) => void;

  constructor(print: (line: string) => void = console.log) {
    this.#print = print;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap(({ children }) => [...children.allTests()]);
    this.#list(
      'Passed only when repeated',
      tests.filter((test) => test.diagnostic()?.flaky),
    );
    this.#list(
      'Failed',
      tests.filter((test) => test.result().state === 'failed'),
    );
  }

  #list(heading: string, tests: readonly TestCase[]): void {
    if (tests.length === 0) return;
    this.#print(`${heading}: ${tests.length} ${tests.length === 1 ? 'test' : 'tests'}`);
    for (const test of tests)
      this.#print(`  ${test.module.relativeModuleId} > ${test.fullName}\n    ${firstError(test)}`);
  }
}

function firstError(test: TestCase): string {
  const message = test.result().errors?.[0]?.message ?? 'no message';
  const line = message.replaceAll(/\s+/g, ' ').trim();
  return line.length > messageLength ? `${line.slice(0, messageLength)} …` : line;
}
