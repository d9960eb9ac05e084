import { RunwrightError } from '@runwright/contract';

/**
 * Checks that a text can be sent: UTF-8 cannot encode a lone surrogate, in place of which another character would arrive. JSON can, as an
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
    `Cannot send ${part}: its character ${at + 1} is a lone surrogate (\\u${text.charCodeAt(at).toString(16)}), which UTF-8 cannot hold. Remove it, or send the value as JSON.`,
  );
}
