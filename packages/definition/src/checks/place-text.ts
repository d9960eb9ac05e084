import { identifierPattern } from '@runwright/contract';
import type { Path } from '../problem.ts';

const identifier = new RegExp(identifierPattern, 'u');

/** A path as it would be written in a program: `payload.fields[1].notes`, `payload["user.name"]`. */
export function placeText(path: Path): string {
  const text = path.map((step) => {
    if (typeof step === 'number') return `[${step}]`;
    return identifier.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
  });
  return text.join('').replace(/^\./, '');
}
