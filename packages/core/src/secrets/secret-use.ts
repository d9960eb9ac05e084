import { type Clock, RunwrightError } from '@runwright/contract';
import type { ClosedSecrets, RevealSecrets } from './reveal-secrets.ts';
import type { PlaceholderUse } from './run-secrets.ts';

/** The secrets of a run as one attempt of a block may use them. */
export interface SecretUse {
  /**
   * Resolves when the placeholders in some JSON data may be revealed: at once, or when a one-time code that is about to
   * end has been followed by the next. Throws `secret_unavailable` for a parameter that the block does not declare.
   */
  ready(value: unknown): Promise<void>;
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

/** Makes the rule of one attempt: values go only to allowed destinations, and only if the block declared the parameter. */
export function createSecretUse(options: SecretUseOptions): SecretUse {
  const { runSecrets, clock, signal } = options;
  const allowed = (value: unknown): readonly PlaceholderUse[] => {
    const uses = runSecrets.findPlaceholders(value);
    const foreign = uses.find((use) => !options.declared(use));
    if (foreign) throw undeclared(options.label, foreign.name);
    return uses;
  };
  return {
    async ready(value) {
      const waits = allowed(value).map(({ secret }) => ('seeds' in secret ? secret.waitMs() : 0));
      const wait = Math.max(0, ...waits);
      if (wait > 0) await clock.sleep(wait, { signal });
    },
    reveal(text, to, form) {
      allowed(text);
      return options.reveal(text, to, form);
    },
  };
}

function undeclared(label: string, name: string): RunwrightError {
  return new RunwrightError(
    'secret_unavailable',
    `Block \`${label}\` cannot use the secret parameter \`${name}\`: it does not declare it. Add \`${name}\` to its \`parameter_keys\`, or name it in the field that needs it.`,
    { details: { failure_category: 'credential' } },
  );
}
