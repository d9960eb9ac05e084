import type { Problem } from '@runwright/contract';

/** A problem of a workflow file, with where it stands in it. */
export interface LocatedProblem extends Problem {
  /** For people, such as "line 12, block `open`". */
  readonly place?: string;
}

/** Prints each problem with its path, one per line, without those that `told` contains already. */
export function printProblems(problems: unknown, told = ''): void {
  if (!Array.isArray(problems)) return;
  for (const { path, message, place } of problems as readonly LocatedProblem[]) {
    if (path.length > 0 && place === undefined && told.includes(message)) continue;
    // The prefix belongs to the answers of the HTTP API.
    const shown = message.replace(/^Value error, /, '');
    const at = path.length === 0 ? '(root)' : path.join('.');
    console.error(`  ${at}${place === undefined ? '' : ` (${place})`}: ${shown}`);
  }
}

/** Prints what is allowed and probably not meant. */
export function printWarnings(warnings: readonly LocatedProblem[]): void {
  if (warnings.length === 0) return;
  console.error('Warnings:');
  printProblems(warnings);
}
