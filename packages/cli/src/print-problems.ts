import type { Problem } from '@runwright/contract';

/** Prints each problem with its path, one per line, without those that `told` contains already. */
export function printProblems(problems: unknown, told = ''): void {
  if (!Array.isArray(problems)) return;
  for (const { path, message } of problems as readonly Problem[]) {
    if (path.length > 0 && told.includes(message)) continue;
    // The prefix belongs to the answers of the HTTP API.
    const shown = message.replace(/^Value error, /, '');
    console.error(`  ${path.length === 0 ? '(root)' : path.join('.')}: ${shown}`);
  }
}

/** Prints what is allowed and probably not meant. */
export function printWarnings(warnings: readonly Problem[]): void {
  if (warnings.length === 0) return;
  console.error('Warnings:');
  printProblems(warnings);
}
