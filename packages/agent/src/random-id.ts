import { randomBytes } from 'node:crypto';

/** Numbers from 0 (included) to 1 (excluded), like `Math.random`; a test hands in its own. */
export type Random = () => number;

/** 24 hexadecimal digits: 96 bits, from the system's secure source unless a source is given. */
export function randomHex(random?: Random): string {
  if (random === undefined) return randomBytes(12).toString('hex');
  return Array.from({ length: 24 }, () => Math.floor(random() * 16).toString(16)).join('');
}

/** An id for one task; unlike the run, every attempt of a block has a new one. */
export function newTaskId(random?: Random): string {
  return `tsk_${randomHex(random)}`;
}
