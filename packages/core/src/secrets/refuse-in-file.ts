import { type FileDraft, RunwrightError } from '@runwright/contract';
import { createMask, isGuessable } from '@runwright/masking';
import type { PlaceholderUse } from './run-secrets.ts';

/**
 * Returns the draft of a file that is refused when a secret stands in it, as it is or in a form that is masked: bytes cannot be masked, and
 * a file goes to any host. Refused are passwords, numbers of cards and secrets of one value that have hosts of their own; sites
 * repeat names of users in what they answer. Those that can be guessed are not searched for, because bytes show them by chance.
 *
 * @param sent the secrets that were sent to where the file has come from
 */
export function refuseInFile(draft: FileDraft, sent: readonly PlaceholderUse[]): FileDraft {
  const { content } = draft;
  const searches = sent.flatMap(({ placeholder, name, secret, binding }) => {
    if (!binding || binding.hosts.length === 0 || !isConfidential(placeholder) || 'seeds' in secret)
      return [];
    const value = secret.reveal();
    if (isGuessable(value)) return [];
    // The file is read with one character for each byte, which takes a tenth of the time.
    const secrets = [value, Buffer.from(value).toString('latin1')];
    const mask = createMask({ secrets, maskText: '', parts: false });
    return [{ name, reach: value.length * widestForm, isIn: (text: string) => mask(text) !== text }];
  });
  if (searches.length === 0 || typeof content === 'string') return draft;
  const reach = Math.max(...searches.map((search) => search.reach));
  const parts = content instanceof Uint8Array ? [content] : content;
  return { ...draft, content: pass() };

  async function* pass(): AsyncGenerator<Uint8Array> {
    let before = '';
    for await (const { buffer, byteOffset, length } of parts) {
      for (let at = 0; at < length; at += maxPiece) {
        const piece = Buffer.from(buffer, byteOffset + at, Math.min(length - at, maxPiece));
        // Each second byte of UTF-16 is zero.
        const text = before + piece.toString('latin1').replaceAll('\0', '');
        const found = searches.find(({ isIn }) => isIn(text));
        if (found) throw refused(found.name);
        before = text.slice(-reach);
        yield piece;
      }
    }
  }
}

/** Bytes that are searched at a time. */
const maxPiece = 256 * 1024;
/** Characters of the longest form of one character. */
const widestForm = 24;

/** Returns whether a secret is one of those that no site shows to its user: a value of its own, or one of these fields. */
function isConfidential(placeholder: string): boolean {
  return /^\{\{secret\.(?:[^.]+|.*\.(?:password|card_number))\.[^.]+$/.test(placeholder);
}

function refused(name: string): RunwrightError {
  return new RunwrightError(
    'block_failed',
    `The file holds the value of the secret \`${name}\`, which was sent to its server, so it is not saved: a file goes to any host. Ask for it as an output, where the value is masked, or without the secret.`,
    { details: { failure_category: 'credential' } },
  );
}
