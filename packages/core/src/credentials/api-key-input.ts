import { type ApiKeyScope, apiKeyScopes, type Problem, RunwrightError } from '@runwright/contract';
import { invalidInput } from '@runwright/definition';

/** Texts that may be set as a key: 16 to 512 printable ASCII characters. */
const allowedText = /^[\x21-\x7e]{16,512}$/;
/** Distances of the characters that are compared: separators stand between those of a series. */
const lags = [1, 2, 3];
/** Minimum estimate for a key, in bits; 16 random hexadecimal digits have about 50. */
const minBits = 40;

/** Checks the text of a key that somebody has chosen. Throws `invalid_input` for one that cannot be sent, and for one that is easy to guess. */
export function checkKeyText(text: string): void {
  if (!allowedText.test(text)) {
    throw new RunwrightError(
      'invalid_input',
      'An API key must have 16 to 512 printable ASCII characters without blanks; choose another one.',
    );
  }
  if (estimateBits(text) >= minBits) return;
  throw new RunwrightError(
    'invalid_input',
    'The API key is too easy to guess: its characters repeat or follow each other. Use a random one, such as `openssl rand -hex 32` prints.',
  );
}

/** Scopes of a key unless others are asked for: one that manages keys should be made on purpose. */
const defaultScopes: readonly ApiKeyScope[] = ['read', 'run'];

/** Checks scopes and expiry of a new key and fills in the defaults. Throws `invalid_input` with every problem. */
export function readKeyRights(
  given: { readonly scopes?: readonly ApiKeyScope[]; readonly expiresAt?: number | null },
  now: number,
): { readonly scopes: readonly ApiKeyScope[]; readonly expiresAt: number | null } {
  const { scopes = defaultScopes, expiresAt = null } = given;
  const problems: Problem[] = [];
  if (scopes.length === 0) {
    problems.push({ path: ['scopes'], message: 'Value error, give at least one scope', type: 'value_error' });
  }
  for (const [index, scope] of scopes.entries()) {
    if (apiKeyScopes.includes(scope)) continue;
    problems.push({
      path: ['scopes', index],
      message: `Input should be 'read', 'run' or 'admin'`,
      type: 'enum',
    });
  }
  if (expiresAt !== null && !(expiresAt > now)) {
    problems.push({
      path: ['expires_at'],
      message: 'Value error, the time has passed; give a later one',
      type: 'value_error',
    });
  }
  if (problems.length > 0) throw invalidInput('The API key cannot be created', problems);
  return { scopes: apiKeyScopes.filter((scope) => scopes.includes(scope)), expiresAt };
}

/**
 * Estimates the bits of a text from how often each character, and each step to the next, second and third one, occurs in it. Of a text that repeats itself one
 * repetition counts. Words of a language are not recognized.
 */
function estimateBits(text: string): number {
  // A text of a period occurs in its own double before its end.
  const codes = [...text.slice(0, `${text}${text}`.indexOf(text, 1))].map((character) =>
    character.charCodeAt(0),
  );
  const steps = lags.map((lag) => codes.slice(lag).map((code, index) => code - (codes[index] ?? 0)));
  return codes.length * Math.min(...[codes, ...steps].map(entropyOf));
}

/** Shannon entropy of the values, in bits for each. */
function entropyOf(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => {
    const share = count / values.length;
    return sum - share * Math.log2(share);
  }, 0);
}
