import { randomBytes } from 'node:crypto';

/** Source of numbers from 0 (included) to 1 (excluded), like `Math.random`; tests pass their own. */
export type Random = () => number;

/** Returns 24 hexadecimal digits (96 bits), from `node:crypto` unless a source is given. */
export function randomHex(random?: Random): string {
  if (random === undefined) return randomBytes(12).toString('hex');
  return Array.from({ length: 24 }, () => Math.floor(random() * 16).toString(16)).join('');
}
