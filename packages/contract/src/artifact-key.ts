import { RunwrightError } from './error.ts';
import type { ByteRange } from './stored-object.ts';

/**
 * The parts of a key between its slashes. Throws `invalid_input` unless every part has 1 to 200 letters, digits,
 * underscores or hyphens (ASCII), so that no key can name anything outside its store.
 */
export function artifactKeyParts(key: string): readonly string[] {
  const parts = key.split('/');
  if (parts.every((part) => /^[A-Za-z0-9_-]{1,200}$/.test(part))) return parts;
  throw new RunwrightError(
    'invalid_input',
    `Invalid artifact key: \`${key}\`. Use parts of letters, digits, \`_\` and \`-\` between single slashes.`,
  );
}

/** Throws `canceled` when the signal is aborted already. */
export function assertNotAborted(signal: AbortSignal, key: string): void {
  if (!signal.aborted) return;
  throw new RunwrightError(
    'canceled',
    `Artifact \`${key}\` was not touched, because its caller had stopped by then.`,
    { cause: signal.reason },
  );
}

/** A range with both ends. Throws `invalid_input` unless start and end are whole numbers, the end not before the start. */
export function checkedRange({ start = 0, end = Number.POSITIVE_INFINITY }: ByteRange): Required<ByteRange> {
  const isWhole =
    Number.isSafeInteger(start) && (Number.isSafeInteger(end) || end === Number.POSITIVE_INFINITY);
  if (isWhole && start >= 0 && end >= start) return { start, end };
  throw new RunwrightError(
    'invalid_input',
    `Cannot read bytes \`${start}\` to \`${end}\` of an artifact: both are whole numbers from 0, and the end is not before the start.`,
  );
}
