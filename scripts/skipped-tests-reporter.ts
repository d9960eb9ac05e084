import type { Reporter, TestModule } from 'vitest/node';

/** Tag of tests that repeat on another browser, or at more points, what an untagged test covers. */
export const matrixTag = {
  name: 'matrix',
  description: 'repeats on another browser, or at more points, what an untagged test covers',
} as const;

/** Tag of tests that repeat an attack: `npm run test:security` runs these alone, those with the tag `matrix` included. */
export const securityTag = {
  name: 'security',
  description: 'repeats an attack',
} as const;

/** Prints at the end of a run how many tests with the tag `matrix` were left out, and how to run them. */
export class SkippedTestsReporter implements Reporter {
  readonly #print: (line: string) => void;

  constructor(print: (line: string) => void = console.log) {
    this.#print = print;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const leftOut = modules
      .flatMap(({ children }) => [...children.allTests('skipped')])
      .filter(({ tags }) => tags.includes(matrixTag.name));
    if (leftOut.length === 0) return;
    const files = new Set(leftOut.map(({ module }) => module.relativeModuleId));
    this.#print(
      `Left out: ${leftOut.length} tests with the tag \`${matrixTag.name}\` in ${files.size} files. \`npm run test:all\` runs them too.`,
    );
  }
}
