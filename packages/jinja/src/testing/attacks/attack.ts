import type { EnvironmentOptions, LimitName, TemplateErrorKind } from '../../index.ts';

/** Expected outcome of an attack: an exact text, a kind of error, or one of the limits named in the error. */
export type Outcome =
  | { readonly text: string }
  | { readonly kind: Exclude<TemplateErrorKind, 'limit'> }
  | { readonly limits: readonly LimitName[] };

/** One hostile template. */
export interface Attack {
  readonly name: string;
  readonly source: string;
  /** Built in the child. `trip` is what code of the host calls that must never run. */
  readonly context?: (trip: () => void) => Record<string, unknown>;
  readonly options?: EnvironmentOptions;
  readonly outcome: Outcome;
}

export const prints = (text: string): Outcome => ({ text });
export const fails = (kind: Exclude<TemplateErrorKind, 'limit'>): Outcome => ({ kind });
export const exceeds = (...limits: readonly LimitName[]): Outcome => ({ limits });

type Rest = Omit<Attack, 'name' | 'source' | 'outcome'>;

/** A row of the table. */
export function attack(name: string, source: string, outcome: Outcome, rest: Rest = {}): Attack {
  return { name, source, outcome, ...rest };
}

/** A row whose data needs no wire. */
export function attackOn(
  name: string,
  context: () => Record<string, unknown>,
  source: string,
  outcome: Outcome,
): Attack {
  return { name, source, outcome, context };
}
