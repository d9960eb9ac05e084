import { fenced } from '@runwright/contract';
import { type Random, randomHex } from './random-id.ts';

/** The boundaries of one task, for the data in its prompts. */
export interface Boundaries {
  /** One for the whole task, so that the history that was sent before still reads the same and is cached. */
  readonly history: string;
  /** A new one for each page that is sent. */
  page(): string;
}

/** Makes the boundaries of one task. */
export function boundaries(random?: Random): Boundaries {
  return { history: randomHex(random), page: () => randomHex(random) };
}

/** The values that a block was given, for a prompt: data, since earlier blocks may have read them from pages. */
export function inputsText(inputs: Readonly<Record<string, unknown>>, { history }: Boundaries): string {
  return Object.keys(inputs).length === 0 ? '{}' : fenced('inputs', history, JSON.stringify(inputs));
}
