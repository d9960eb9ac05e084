import { RunwrightError } from '@runwright/contract';

/** Answers of one step that cannot be executed, before the step fails. */
const maxAttempts = 3;

/**
 * Asks a model until its answer can be executed, at most three times.
 *
 * @param ask returns what was chosen, or a sentence about what is wrong with it, which the next attempt gets
 * @throws RunwrightError `model_failed` after the last attempt
 */
export async function untilExecutable<Chosen extends object>(
  modelId: string,
  ask: (problem: string | null) => Promise<Chosen | string>,
): Promise<Chosen> {
  let problem: string | null = null;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const chosen: Chosen | string = await ask(problem);
    if (typeof chosen !== 'string') return chosen;
    problem = chosen;
  }
  throw new RunwrightError(
    'model_failed',
    `The model \`${modelId}\` gave no action that can be executed in ${maxAttempts} answers: ${problem}`,
  );
}
