import { type AcceptedDraft, type Problem, RunwrightError } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import { sourcePlaces } from '@runwright/definition';
import { type LocatedProblem, printWarnings } from './print-problems.ts';

/** A workflow file that can be stored. */
export interface CheckedFile {
  readonly draft: AcceptedDraft;
  readonly warnings: readonly Problem[];
}

/** Checks the text of a workflow file and prints its warnings. Throws `invalid_input` with every problem and its line. */
export function checkWorkflow(engine: Engine, file: string, text: string): CheckedFile {
  const { draft, problems, warnings } = engine.validate(text);
  printWarnings(locateProblems(text, warnings));
  if (draft === null) {
    throw new RunwrightError('invalid_input', `${file} has ${counted(problems, 'mistake')}:`, {
      details: { problems: locateProblems(text, problems) },
    });
  }
  return { draft, warnings };
}

/** "1 block", "2 blocks". */
export function counted(things: readonly unknown[], name: string): string {
  return `${things.length} ${name}${things.length === 1 ? '' : 's'}`;
}

/** Adds to each problem the line of a definition's text, and the block, that it belongs to. */
function locateProblems(text: string, problems: readonly Problem[]): readonly LocatedProblem[] {
  const placeOf = sourcePlaces(text);
  return problems.map((problem) => {
    const place = problem.path.length === 0 ? null : placeOf(problem.path);
    if (place === null) return problem;
    const block = place.block === null ? '' : `, block \`${place.block}\``;
    return { ...problem, place: `line ${place.line}${block}` };
  });
}
