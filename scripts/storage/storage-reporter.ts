import type { Reporter, TestModule } from 'vitest/node';
import { excludedFiles, excludedTests, postgresProject } from './postgres-tests.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** How many databases and pg-boss queues the tests of a file used. */
    storage?: { databases: number; queues: number };
  }
}

/** Prints at the end of a run what the tests on PostgreSQL used, and each test that does not run on it, with the reason. */
export class StorageReporter implements Reporter {
  readonly #print: (line: string) => void;

  constructor(print: (line: string) => void = console.log) {
    this.#print = print;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const own = modules.filter(({ project }) => project.name === postgresProject);
    const counts = own.map((module) => module.meta().storage ?? { databases: 0, queues: 0 });
    const databases = counts.reduce((sum, count) => sum + count.databases, 0);
    if (databases === 0) return;
    const queues = counts.reduce((sum, count) => sum + count.queues, 0);
    this.#print(
      `PostgreSQL: ${databases} databases in ${own.length} files; ${queues} engines had pg-boss as queue, those with a manual clock the queue in memory, and services always pg-boss.`,
    );
    for (const [file, reason] of Object.entries(excludedFiles))
      this.#print(`  not on PostgreSQL: ${file}: ${reason}`);
    for (const [file, tests] of Object.entries(excludedTests))
      for (const [title, reason] of Object.entries(tests))
        this.#print(`  not on PostgreSQL: ${file} > ${title}: ${reason}`);
  }
}
