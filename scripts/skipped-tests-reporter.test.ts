import { expect, it } from 'vitest';
import type { TestModule } from 'vitest/node';
import { SkippedTestsReporter } from './skipped-tests-reporter.ts';

/** A finished test file of which the tests with these tags were skipped. */
function finished(relativeModuleId: string, skipped: readonly (readonly string[])[]): TestModule {
  const module = { relativeModuleId };
  const children = {
    allTests: function* (state: string) {
      if (state === 'skipped') for (const tags of skipped) yield { tags, module };
    },
  };
  return { ...module, children } as unknown as TestModule;
}

const printed = (...modules: readonly TestModule[]): readonly string[] => {
  const lines: string[] = [];
  new SkippedTestsReporter((line) => lines.push(line)).onTestRunEnd(modules);
  return lines;
};

it('a run says how many tests with the tag `extended` it left out, and how to run them', () => {
  expect(
    printed(finished('a.test.ts', [['extended'], [], ['extended']]), finished('b.test.ts', [['extended']])),
  ).toEqual(['Left out: 3 tests with the tag `extended` in 2 files. `npm run test:all` runs them too.']);
});

it('a run that leaves no such test out says nothing', () => {
  expect(printed(finished('a.test.ts', [[], []]))).toEqual([]);
});
