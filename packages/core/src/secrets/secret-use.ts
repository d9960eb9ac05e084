import { type Clock, RunwrightError } from '@runwright/contract';
import { codeError } from '../credentials/code-error.ts';
import type { OneTimeCode } from '../credentials/totp.ts';
import type { ClosedSecrets, RevealSecrets } from './reveal-secrets.ts';
import type { PlaceholderUse } from './run-secrets.ts';

/** The secrets of a run as one attempt of a block may use them. */
export interface SecretUse {
  /**
   * Resolves when the placeholders in some JSON data may be revealed: at once, or when a one-time code has come, or one that
   * is about to end has been followed by the next. Throws `secret_unavailable` for a parameter that the block does not
   * declare, and what the wait for a code throws.
   */
  ready(value: unknown): Promise<void>;
  /**
   * The same for what is about to be typed into a page: no code is typed twice, and after three that were, `block_failed`
   * with `OTP_ERROR` is thrown instead of waiting for a fourth.
   */
  readyToType(value: unknown): Promise<void>;
  /** Lets a code that did not reach the page be typed again. */
  takeBack(value: unknown): void;
  /** See {@link RevealSecrets}; also refuses what {@link SecretUse.ready} refuses. */
  readonly reveal: RevealSecrets;
}

/** Options of {@link createSecretUse}. */
export interface SecretUseOptions {
  readonly runSecrets: Pick<ClosedSecrets, 'findPlaceholders'>;
  readonly reveal: RevealSecrets;
  readonly label: string;
  /** True if the block declared what stands behind a placeholder. */
  readonly declared: (use: PlaceholderUse) => boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Codes that one attempt of a block types at most: the page has rejected all of them. */
const mostRejected = 3;

/** Makes the rule of one attempt: values go only to allowed destinations, and only if the block declared the parameter. */
export function createSecretUse(options: SecretUseOptions): SecretUse {
  const { runSecrets, clock, signal } = options;
  /** How often this attempt has typed each code. */
  const typed = new Map<OneTimeCode, number>();
  const allowed = (value: unknown): readonly PlaceholderUse[] => {
    const uses = runSecrets.findPlaceholders(value);
    const foreign = uses.find((use) => !options.declared(use));
    if (foreign) throw undeclared(options.label, foreign.name);
    return uses;
  };
  return {
    async ready(value) {
      for (const code of codesAmong(allowed(value))) await code.ready({ clock, signal });
    },
    async readyToType(value) {
      for (const code of codesAmong(allowed(value))) {
        const before = typed.get(code) ?? 0;
        if (before >= mostRejected) throw tooManyRejected();
        await code.readyToType({ clock, signal });
        typed.set(code, before + 1);
      }
    },
    takeBack(value) {
      for (const code of codesAmong(runSecrets.findPlaceholders(value))) {
        code.takeBack();
        typed.set(code, Math.max(0, (typed.get(code) ?? 0) - 1));
      }
    },
    reveal(text, to, form) {
      allowed(text);
      return options.reveal(text, to, form);
    },
  };
}

function codesAmong(uses: readonly PlaceholderUse[]): ReadonlySet<OneTimeCode> {
  return new Set(uses.flatMap(({ secret }) => ('seeds' in secret ? [secret] : [])));
}

function tooManyRejected(): RunwrightError {
  return codeError(
    'OTP_ERROR',
    `The page rejected ${mostRejected} one-time codes. Check that they belong to this account, and that the clock of the service is right.`,
  );
}

function undeclared(label: string, name: string): RunwrightError {
  return new RunwrightError(
    'secret_unavailable',
    `Block \`${label}\` cannot use the secret parameter \`${name}\`: it does not declare it. Add \`${name}\` to its \`parameter_keys\`, or name it in the field that needs it.`,
    { details: { failure_category: 'credential' } },
  );
}
