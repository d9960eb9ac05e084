import { delimitData } from '@runwright/contract';
import { type Random, randomHex } from './random-id.ts';
import type { TaskSpec } from './task-spec.ts';

/** Random boundaries of one task, which delimit untrusted data in its prompts. */
export interface PromptBoundaries {
  /** Boundary for history, constant for the task so that the provider's prompt cache stays valid. */
  readonly history: string;
  /** Returns a new boundary for each page that is sent. */
  page(): string;
}

/** Creates the boundaries of one task. */
export function promptBoundaries(random?: Random): PromptBoundaries {
  return { history: randomHex(random), page: () => randomHex(random) };
}

/** Formats a block's parameter values as delimited data, because earlier blocks may have read them from pages. */
export function inputsText(inputs: Readonly<Record<string, unknown>>, { history }: PromptBoundaries): string {
  return Object.keys(inputs).length === 0 ? '{}' : delimitData('inputs', history, JSON.stringify(inputs));
}

/** Returns the text of `completeCriterion`, delimited as data when it is untrusted; null when there is none. */
export function completionCondition(
  { completeCriterion, completeCriterionIsUntrusted }: TaskSpec,
  { history }: PromptBoundaries,
): string | null {
  if (completeCriterion === null || !completeCriterionIsUntrusted) return completeCriterion;
  return delimitData('condition', history, completeCriterion);
}
