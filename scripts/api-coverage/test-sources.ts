import { existsSync, readFileSync } from 'node:fs';
import { hasTitle, type TestCode, testsIn } from './test-code.ts';

/** Reads the tests of the project, each file once. */
export interface TestSources {
  /** Returns the tests of a file, given from the root of the project; none when it does not exist. */
  testsOf(file: string): readonly TestCode[];
  /** Returns the test that ran under a full name (`group > test`); undefined when its title is not a literal. */
  find(file: string, ran: string): TestCode | undefined;
}

export function testSources(): TestSources {
  const files = new Map<string, readonly TestCode[]>();
  const sources: TestSources = {
    testsOf(file) {
      const known = files.get(file);
      if (known !== undefined) return known;
      const tests = existsSync(file) ? testsIn(readFileSync(file, 'utf8')) : [];
      files.set(file, tests);
      return tests;
    },
    find(file, ran) {
      // A title may itself have the separator.
      const parts = ran.split(' > ');
      const titles = parts.map((_, index) => parts.slice(index).join(' > '));
      const tests = sources.testsOf(file);
      return titles.map((title) => tests.find((test) => hasTitle(test, title))).findLast(Boolean);
    },
  };
  return sources;
}
