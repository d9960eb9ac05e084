/** Name of the variable with the path of the file to which a run of Vitest writes its result as JSON. */
export const resultVariable = 'RUNWRIGHT_TEST_RESULT';

/** What the tests of one run of Vitest ended with. */
export interface TestResult {
  readonly passed: number;
  /** Failed tests, and files and errors outside a test that made the run fail. */
  readonly failed: number;
  readonly skipped: number;
  /** Skipped tests that have the tag `extended`. */
  readonly extended: number;
  readonly failures: readonly TestFailure[];
}

/** A failed test with its first error. */
export interface TestFailure {
  /** File and name of the test. */
  readonly test: string;
  readonly message: string;
}

/** A level that was run. */
export interface LevelResult {
  readonly name: string;
  /** Undefined where the level has checks and no tests. */
  readonly tests: TestResult | undefined;
  readonly exitCode: number;
  readonly wallMs: number;
  /** CPU time of all its processes; undefined where it cannot be measured. */
  readonly cpuMs: number | undefined;
}
