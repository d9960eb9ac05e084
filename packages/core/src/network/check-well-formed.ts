import { RunwrightError } from '@runwright/contract';

/**
 * Checks that a text can be sent: UTF-8 has no half of a surrogate pair, in place of which another character would arrive. JSON has, as an
 * escape.
 *
 * @param part names the text in the message, such as `the body`
 * @throws RunwrightError `block_failed`, final
 */
export function checkWellFormed(text: string, part: string): void {
  if (text.isWellFormed()) return;
  const at = text.search(/\p{Surrogate}/u);
  throw new RunwrightError(
    'block_failed',
    `Cannot send ${part}: its character ${at + 1} is half of a surrogate pair (\\u${text.charCodeAt(at).toString(16)}), which UTF-8 cannot hold. Remove it, or send the value as JSON.`,
  );
}
