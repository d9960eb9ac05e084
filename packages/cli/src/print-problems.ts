import type { Problem } from '@runwright/contract';

/** Prints each problem with its path, one per line. */
export function printProblems(problems: unknown): void {
  if (!Array.isArray(problems)) return;
  for (const problem of problems as readonly Problem[]) {
    console.error(`  ${problem.path.length === 0 ? '(root)' : problem.path.join('.')}: ${problem.message}`);
  }
}
