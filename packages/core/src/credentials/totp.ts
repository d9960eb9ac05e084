import { type Clock, RunwrightError } from '@runwright/contract';
import { Secret as Seed, TOTP, URI } from 'otpauth';

/** A way to one-time codes: made anew at every use, or waited for. */
export interface OneTimeCode {
  /** The forms of the secret that the codes are made from; none when they come from outside. */
  readonly seeds: readonly string[];
  /** The code of this moment. */
  reveal(): string;
  /** Resolves when a code may be revealed that holds for long enough. */
  ready(options: CodeWait): Promise<void>;
  /** The same, of a code that was not revealed before: a page that asks again has rejected the last one. */
  readyToType(options: CodeWait): Promise<void>;
  /** Makes the last code one that was not revealed: it did not reach the page. */
  takeBack(): void;
}

/** Clock and end of a wait for a code. */
export interface CodeWait {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly signal: AbortSignal;
}

/** A code that is used later than this before the end of its period may arrive too late (HTTP semantics, section 8). */
export const leastValidityMs = 2_000;

/**
 * Codes from base32 text, with or without blanks, or from an `otpauth://totp/` address with its digits, period and
 * algorithm. Defaults: 6 digits, 30 s, SHA-1. `now` is epoch ms.
 *
 * @throws RunwrightError `invalid_input`, without the text, when it is neither.
 */
export function oneTimeCode(text: string, now: () => number): OneTimeCode {
  const totp = read(text);
  const generate = () => totp.generate({ timestamp: now() });
  let last: string | null = null;
  const ready = async ({ clock, signal }: CodeWait): Promise<void> => {
    const left = totp.remaining({ timestamp: now() });
    if (left <= leastValidityMs) await clock.sleep(left, { signal });
  };
  return {
    seeds: [...new Set([totp.secret.base32, text, text.trim()])],
    reveal() {
      last = generate();
      return last;
    },
    ready,
    async readyToType(wait) {
      if (last !== null && generate() === last) {
        await wait.clock.sleep(totp.remaining({ timestamp: now() }), { signal: wait.signal });
      }
      await ready(wait);
    },
    takeBack() {
      last = null;
    },
  };
}

/** Returns whether {@link oneTimeCode} can make codes from a text. */
export function isOneTimeSecret(text: string): boolean {
  try {
    read(text);
    return true;
  } catch {
    return false;
  }
}

function read(text: string): TOTP {
  try {
    const totp = text.trim().toLowerCase().startsWith('otpauth:')
      ? URI.parse(text.trim())
      : new TOTP({ secret: Seed.fromBase32(plain(text)) });
    if (totp instanceof TOTP && totp.secret.bytes.length > 0) return totp;
  } catch {
    // Its reason may quote the secret.
  }
  throw new RunwrightError(
    'invalid_input',
    'Invalid authenticator secret: it is neither base32 nor an `otpauth://totp/` address. Copy it from the page that showed the QR code.',
    { details: { failure_category: 'credential' } },
  );
}

/** Pages show the secret in groups, and some with the padding that base32 allows. */
function plain(text: string): string {
  const letters = text
    .replace(/[\s-]/g, '')
    .replace(/(?<!=)=+$/, '')
    .toUpperCase();
  if (!/^[A-Z2-7]+$/.test(letters)) throw new Error('not base32');
  return letters;
}
