import type { Reporter, TestModule } from 'vitest/node';
import { extendedTag } from './test-levels.ts';

/** Prints at the end of a run how many tests with the tag `extended` were left out, and how to run them. */
export class SkippedTestsReporter implements Reporter {
  readonly #print: (line: string) => void;

  constructor(print: (line: string) => void = console.log) {
    this.#print = print;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const leftOut = modules
      .flatMap(({ children }) => [...children.allTests('skipped')])
      .filter(({ tags }) => tags.includes(extendedTag.name));
    if (leftOut.length === 0) return;
    const files = new Set(leftOut.map(({ module }) => module.relativeModuleId));
    this.#print(
      `Left out: ${leftOut.length} tests with the tag \`${extendedTag.name}\` in ${files.size} files. \`npm run test:all\` runs them too.`,
    );
  }
}
