/** A level of tests: what a test file may use, and how long one of its tests may take. */
export interface TestLevel {
  readonly name: 'pure' | 'service' | 'browser' | 'components' | 'console' | 'docs';
  /** Globs of the test files, from the root of the repository. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Time limit of a test or hook in ms: generous, so that it ends what hangs and nothing else. */
  readonly timeoutMs: number;
  /** Processes that run test files: one for each of two cores, more where tests wait for browsers. */
  readonly maxWorkers: number;
}

const folders = ['packages/*/src', 'examples', 'benchmarks', 'fixtures/src', 'scripts'];

/** Returns the globs of the test files whose names end so, such as `.browser.test.ts`. */
function testFiles(ending: string): readonly string[] {
  return folders.map((folder) => `${folder}/**/*${ending}`);
}

/** The levels, each with the ending of its files. A file without an ending of another level is pure. */
export const testLevels: readonly TestLevel[] = [
  {
    name: 'pure',
    include: testFiles('.test.ts'),
    exclude: testFiles('.{service,browser,component,console,docs}.test.ts'),
    timeoutMs: 5_000,
    maxWorkers: 2,
  },
  { name: 'service', include: testFiles('.service.test.ts'), exclude: [], timeoutMs: 20_000, maxWorkers: 3 },
  { name: 'browser', include: testFiles('.browser.test.ts'), exclude: [], timeoutMs: 60_000, maxWorkers: 3 },
  // Pages of the console in a document without layout, in the process of the test.
  {
    name: 'components',
    include: testFiles('.component.test.ts'),
    exclude: [],
    timeoutMs: 60_000,
    maxWorkers: 2,
  },
  { name: 'console', include: testFiles('.console.test.ts'), exclude: [], timeoutMs: 60_000, maxWorkers: 2 },
  { name: 'docs', include: testFiles('.docs.test.ts'), exclude: [], timeoutMs: 300_000, maxWorkers: 2 },
];

/** Tag of tests that only `npm run test:all` runs, each for at most 5 minutes unless it says otherwise. */
export const extendedTag = {
  name: 'extended',
  description: 'runs in `npm run test:all` only',
  timeout: 300_000,
} as const;

/** Tag of tests that repeat an attack: `npm run test:security` runs these alone, those with the tag `extended` included. */
export const securityTag = {
  name: 'security',
  description: 'repeats an attack',
} as const;
