import { type Random, randomHex } from './random.ts';

/**
 * Puts text that people outside wrote (a page, its title, what an action reported) between two lines that only this run
 * knows, so that nothing in it can pass for an instruction. What looks like such a line inside the data is broken up.
 */
export function fenced(name: string, boundary: string, data: string): string {
  const safe = data
    .replaceAll(boundary, `${boundary.slice(0, 12)}-${boundary.slice(12)}`)
    .replace(/\[(?=\[[a-z]+ [0-9a-f-]{8,}\]\])/gi, '[ ');
  return `[[${name} ${boundary}]]\n${safe}\n[[end ${boundary}]]`;
}

/** The boundaries of one task. */
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
