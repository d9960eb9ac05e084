import { ApiError } from '@runwright/client';
import { plainMessage } from './states.tsx';

/** Returns what the service found wrong with a member of the request's body, such as `credential.username`. */
export type ProblemOf = (member: string) => string | undefined;

/** Reads the problems of single members from the error of a call. */
export function problemsOf(error: unknown): ProblemOf {
  const items = error instanceof ApiError ? error.items : [];
  return (member) => {
    const item = items.find(({ loc }) => loc.slice(1).join('.') === member);
    return item && asSentence(plainMessage(item.msg));
  };
}

function asSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
