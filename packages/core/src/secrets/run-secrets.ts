import { createHmac, randomBytes } from 'node:crypto';
import { RunwrightError, Secret } from '@runwright/contract';
import {
  changeJson,
  changeJsonText,
  createMask,
  decodedPlaceholder,
  followGuesses,
  isGuessable,
  placeholderPattern,
  textsIn,
} from '@runwright/masking';
import type { OneTimeCode } from '../credentials/totp.ts';
import type { Cipher } from '../crypto/cipher.ts';
import type { SecretBinding } from './secret-sites.ts';

/** A value of a secret: as it is, or one-time codes that are made anew at every use. */
export type SecretValue = Secret | OneTimeCode;

/** A secret of one value, or of named fields. */
export type SecretFields = SecretValue | Readonly<Record<string, SecretValue>>;

/** Placeholders of a secret: a text, or an object of texts. */
export type Placeholder<S> = S extends SecretValue ? string : { readonly [field in keyof S]: string };

/** A placeholder of this run, and the name under which its secret was added. */
export interface PlaceholderUse {
  readonly placeholder: string;
  readonly name: string;
  readonly secret: SecretValue;
  /** Null: it may go where the workflow and its caller name. */
  readonly binding: SecretBinding | null;
  /** True if the value came up while the run went on, see {@link RunSecrets.seal}. */
  readonly isSealed: boolean;
}

/**
 * Place of a revealed value: as it is, inside an address (percent-encoded, unless the address begins with it), or
 * inside a text of JSON (escaped).
 */
export type RevealForm = 'text' | 'url' | 'json';

/** The secrets of one run. Everything but the moment of use sees placeholders; everything that is kept is masked. */
export interface RunSecrets {
  /**
   * Takes a secret in and answers what stands for it everywhere: `{{secret.<name>.<nonce>}}`, or for fields
   * `{{secret.<name>.<field>.<nonce>}}`. Name and field are percent-encoded. A second value of a name replaces the first,
   * which stays masked. `binding` says where it may go.
   */
  add<const S extends SecretFields>(name: string, secret: S, binding?: SecretBinding): Placeholder<S>;
  /**
   * Takes in a value that came up while the run goes on. Its placeholder holds it, encrypted, so that every worker of the
   * run can reveal it. A value that holds a secret with hosts may go to these hosts alone, unless all values like that secret can be
   * tried: where a list of them may go would tell which one it is.
   */
  seal(name: string, value: string): string;
  /**
   * Puts values in place of the placeholders in a text; only for `createRevealSecrets`, which knows where they go. Throws
   * `secret_unavailable` for a placeholder that is not of this run, naming it without its nonce.
   */
  reveal(text: string, form?: RevealForm): string;
  /** The placeholders of this run in the texts of some JSON data. */
  findPlaceholders(value: unknown): readonly PlaceholderUse[];
  /** A copy of JSON data in which `*****` stands in place of each placeholder, as where a value was filled in; null when there is none. */
  fillMasked(value: unknown): unknown;
  /**
   * A copy of JSON data, or of a text, in which no secret is left: a text that equals one becomes `*****`, and so does the
   * part of a text that is one of at least 4 characters, in every form that `createMask` of `@runwright/masking` lists. Secrets that
   * can be guessed (see `isGuessable` there) stay: a workflow could write all their values and see which one is masked.
   */
  mask<T>(value: T): T;
  /** Notes the texts of some JSON data that the workflow has written, see `Guesses` of `@runwright/masking`. */
  noteWritten(value: unknown): void;
  /**
   * Creates a mask for what comes back from where some texts are sent. It covers the secrets that can be guessed and whose
   * placeholders stand in the texts, and no others, unless the workflow has listed guesses of them.
   */
  createEchoMask(texts: readonly string[]): <T>(value: T) => T;
  /** The same for what a model reads: a value that stands there as it is becomes its placeholder, not `*****`. */
  withPlaceholders<T>(value: T): T;
}

/**
 * Creates the secrets of a run. `nonce` makes placeholders unguessable; give the same one to every worker of a run (see
 * {@link runNonce}), so that placeholders in stored outputs stay valid. Default: random. `cipher` encrypts sealed values.
 */
export function createRunSecrets(
  options: { readonly nonce?: string; readonly cipher?: Cipher } = {},
): RunSecrets {
  const nonce = options.nonce ?? randomBytes(12).toString('hex');
  const kept = new Map<string, PlaceholderUse>();
  /** Every value that must not be seen, and the placeholder that stands for it; null for one that has none. */
  const known = new Map<string, string | null>();
  const guesses = followGuesses();
  let masks: {
    readonly mask: (text: string) => string;
    readonly withPlaceholders: (text: string) => string;
  } | null = null;

  const hide = (value: string, placeholder: string | null): void => {
    if (value === '' || known.get(value) === placeholder) return;
    known.set(value, placeholder);
    masks = null;
  };
  const hold = (use: PlaceholderUse): string => {
    const { placeholder, secret } = use;
    kept.set(placeholder, use);
    if ('seeds' in secret) for (const seed of secret.seeds) hide(seed, null);
    else if (use.isSealed || !isGuessable(secret.reveal())) hide(secret.reveal(), placeholder);
    return placeholder;
  };
  /** A server that repeats a bound secret does not change where it may go. */
  const inheritedBinding = (value: string): SecretBinding | null => {
    for (const { binding, secret } of kept.values()) {
      if (!binding || binding.hosts.length === 0 || 'seeds' in secret) continue;
      const bound = secret.reveal();
      if (isGuessable(bound)) continue;
      if (createMask({ secrets: [bound], maskText, parts: false })(value) !== value) return binding;
    }
    return null;
  };
  const find = (placeholder: string): PlaceholderUse | null => {
    const known = kept.get(placeholder);
    if (known) return known;
    const [, path, sealed, mark] = sealedPattern.exec(placeholder) ?? [];
    if (path === undefined || sealed === undefined || mark !== nonce || !options.cipher) return null;
    const name = decodeURIComponent(path);
    const secret = new Secret(options.cipher.decrypt(sealed, name));
    hold({ placeholder, name, secret, binding: inheritedBinding(secret.reveal()), isSealed: true });
    return kept.get(placeholder) ?? null;
  };
  const add = (name: string, secret: SecretFields, binding: SecretBinding | null = null): unknown => {
    const path = encodeURIComponent(name);
    const keep = (inner: string, value: SecretValue): string =>
      hold({ placeholder: `{{secret.${inner}.${nonce}}}`, name, secret: value, binding, isSealed: false });
    if (isValue(secret)) return keep(path, secret);
    const fields = Object.entries(secret);
    return Object.fromEntries(
      fields.map(([field, value]) => [field, keep(`${path}.${encodeURIComponent(field)}`, value)]),
    );
  };
  const current = () => {
    if (masks) return masks;
    const isPlaceholder = (text: string): boolean => kept.has(text);
    // Who writes a workflow sees what is masked.
    const options = { secrets: known.keys(), maskText, isPlaceholder, parts: false };
    const replacement = (value: string) => known.get(value) ?? maskText;
    masks = {
      mask: createMask(options),
      withPlaceholders: createMask({ ...options, secrets: known.keys(), replacement }),
    };
    return masks;
  };
  const valueFor = (placeholder: string): string => {
    const use = find(placeholder);
    if (use === null) throw unknownPlaceholder(placeholder);
    const value = use.secret.reveal();
    // A code comes into being here; whoever repeats it is masked from now on.
    if ('seeds' in use.secret) hide(value, placeholder);
    return value;
  };

  const findPlaceholders = (value: unknown): readonly PlaceholderUse[] =>
    textsIn(value).flatMap((text) =>
      [...text.matchAll(placeholderPattern)].flatMap(([found]) => find(decodedPlaceholder(found)) ?? []),
    );

  return {
    add: add as RunSecrets['add'],
    seal(name, value) {
      if (!options.cipher)
        throw new RunwrightError('internal', 'The secrets of this run have no key to seal values with.');
      const sealed = Buffer.from(options.cipher.encrypt(value, name), 'base64').toString('base64url');
      const placeholder = `{{secret.${encodeURIComponent(name)}.~${sealed}.${nonce}}}`;
      const binding = inheritedBinding(value);
      return hold({ placeholder, name, secret: new Secret(value), binding, isSealed: true });
    },
    reveal: (text, form = 'text') => revealAll(text, form, valueFor),
    findPlaceholders,
    fillMasked(value) {
      if (findPlaceholders(value).length === 0) return null;
      const fill = (found: string) => (find(decodedPlaceholder(found)) === null ? found : maskText);
      return changeJson(value, (text) => text.replace(placeholderPattern, fill));
    },
    noteWritten(value) {
      for (const text of textsIn(value)) guesses.note(text);
    },
    createEchoMask(texts) {
      const uses = findPlaceholders(texts);
      const values = uses.flatMap(({ secret }) => ('seeds' in secret ? [] : [secret.reveal()]));
      const guessable = values.filter(isGuessable);
      if (guessable.length === 0) return (value) => value;
      const maskListed = guesses.createMask(guessable, maskText);
      const maskValues = createMask({ secrets: guessable, maskText, parts: false });
      const mask = (text: string): string => maskValues(maskListed(text));
      // The members of a document are texts of their own.
      const maskAnswer = (text: string): string =>
        /^\s*[[{]/.test(text) ? changeJsonText(text, mask) : mask(text);
      return (value) => changeJson(value, maskAnswer) as typeof value;
    },
    mask: (value) => (known.size === 0 ? value : (changeJson(value, current().mask) as typeof value)),
    withPlaceholders: (value) =>
      known.size === 0 ? value : (changeJson(value, current().withPlaceholders) as typeof value),
  };
}

/** Stands for a secret in everything that the engine stores. */
const maskText = '*****';

/** The nonce of a run's placeholders: the same for every worker that has the master key, unguessable for all others. */
export function runNonce(masterKey: Uint8Array, runId: string): string {
  return createHmac('sha256', masterKey).update(`placeholders\n${runId}`).digest('hex').slice(0, 24);
}

/** A placeholder that holds its value: name, sealed value, nonce. */
const sealedPattern = /^\{\{secret\.([^{}\s]*)\.~([\w-]+)\.(\w+)\}\}$/;

/** Copies of the package have classes of their own, so a secret is told by what it can do. */
function isValue(secret: SecretFields): secret is SecretValue {
  return typeof secret.reveal === 'function';
}

function revealAll(text: string, form: RevealForm, valueFor: (placeholder: string) => string): string {
  return text.replace(placeholderPattern, (found: string, offset: number) => {
    const placeholder = decodedPlaceholder(found);
    const value = valueFor(placeholder);
    if (placeholder !== found || (form === 'url' && offset > 0)) return encodeURIComponent(value);
    return form === 'json' ? JSON.stringify(value).slice(1, -1) : value;
  });
}

function unknownPlaceholder(placeholder: string): RunwrightError {
  const name = placeholder.slice('{{secret.'.length, -2).replace(/(\.~[^.]*)?\.[^.]*$/, '');
  return new RunwrightError(
    'secret_unavailable',
    `\`{{secret.${name}…}}\` is no placeholder of a secret of this run. Use the placeholder as it was given.`,
    { details: { failure_category: 'credential' } },
  );
}
