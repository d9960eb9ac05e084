import type { Attempt, BlockNode } from '@runwright/contract';
import { textsIn } from '@runwright/masking';
import { containsWords } from '../../runtime/split-words.ts';
import type { FinishedRun } from './learn-script.ts';
import { Unlearnable } from './recorded-steps.ts';

/** Throws `Unlearnable` when an earlier try has acted on the page: what it did is not in the one that completed. */
export function assertOneTry({ attempts, events }: FinishedRun, { path, attempt }: Attempt): void {
  const earlier = attempts.filter(
    (each) => each.attempt < attempt && JSON.stringify(each.path) === JSON.stringify(path),
  );
  const ids = new Set(earlier.map(({ blockRunId }) => blockRunId));
  if (events.some((event) => event.type === 'action-end' && ids.has(event.blockRunId ?? '')))
    throw new Unlearnable('an earlier try had acted on the page before');
}

/**
 * Throws `Unlearnable` when a value of the goal may have decided something that the program does not name: it would be repeated for
 * every other value.
 *
 * @param code the program
 */
export function assertDecided({ parameters }: FinishedRun, node: BlockNode, code: string): void {
  const statements = code.replace(/^ *\/\/.*$/gm, '');
  // A question is answered from the whole goal.
  if (statements.includes('page.answer(')) return;
  const templatesIn = (...texts: readonly unknown[]) =>
    textsIn(texts)
      .flatMap((text) => text.match(/\{[{%].*?[%}]\}/gs) ?? [])
      .join('\n');
  const goal = templatesIn(node.navigation_goal, node.prompt);
  const elsewhere = templatesIn(node.url, node.data_extraction_goal, node.data_schema);
  const declared: readonly unknown[] = Array.isArray(node.parameter_keys) ? node.parameter_keys : [];
  const undecided = [...Object.keys(parameters), 'current_value'].find(
    (key) =>
      (declared.includes(key) || containsWords(goal, key)) &&
      expressionsOf(key).every((each) => !containsWords(statements, each)) &&
      !containsWords(elsewhere, key),
  );
  if (undecided !== undefined)
    throw new Unlearnable(`nothing that it did shows what \`${undecided}\` was for`);
}

function expressionsOf(key: string): readonly string[] {
  return key === 'current_value' ? [key] : [`params.${key}`, `params[${JSON.stringify(key)}]`];
}
