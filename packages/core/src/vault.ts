import { createHmac, randomBytes } from 'node:crypto';
import { RunwrightError, Secret } from '@runwright/contract';
import { patternsOf } from './secret-forms.ts';

/** A secret of one value, or of named fields. */
export type SecretFields = Secret | Readonly<Record<string, Secret>>;

/** What stands for a secret: a text, or an object of texts. */
export type Placeholder<S> = S extends Secret ? string : { readonly [field in keyof S]: string };

/**
 * Where a revealed value will stand: as it is, inside an address (percent-encoded, unless the address begins with it), or
 * inside a text of JSON (escaped).
 */
export type RevealForm = 'text' | 'url' | 'json';

/** The secrets of one run. Everything but the moment of use sees placeholders; everything that is kept is masked. */
export interface SecretVault {
  /**
   * Takes a secret in and answers what stands for it everywhere: `{{secret.<name>.<nonce>}}`, or for fields
   * `{{secret.<name>.<field>.<nonce>}}`. Name and field are percent-encoded. A second value of a name replaces the first,
   * which stays masked.
   */
  add<const S extends SecretFields>(name: string, secret: S): Placeholder<S>;
  /**
   * Puts values in place of the placeholders in a text. Throws `secret_unavailable` for a placeholder that is not of
   * this run, naming it without its nonce.
   */
  reveal(text: string, form?: RevealForm): string;
  /**
   * A copy of JSON data, or of a text, in which no secret is left: a text that equals one becomes `*****`, and so does the
   * part of a text that is one of at least 5 characters, plain, URL-encoded, base64, JSON- or HTML-escaped.
   */
  mask<T>(value: T): T;
}

/** What masked text shows in place of a secret. */
export const maskText = '*****';

/**
 * Makes the vault of a run. `nonce` makes placeholders unguessable; give the same one to every worker of a run (see
 * {@link runNonce}), so that placeholders in stored outputs stay valid. Default: random.
 */
export function createVault(options: { readonly nonce?: string } = {}): SecretVault {
  const nonce = options.nonce ?? randomBytes(12).toString('hex');
  const values = new Map<string, string>();
  const known = new Set<string>();
  let mask: Mask = (text) => text;

  const keep = (name: string, secret: Secret): string => {
    const placeholder = `{{secret.${name}.${nonce}}}`;
    const value = secret.reveal();
    values.set(placeholder, value);
    if (value === '' || known.has(value)) return placeholder;
    known.add(value);
    mask = maskOf(known, values);
    return placeholder;
  };
  const add = (name: string, secret: SecretFields): unknown => {
    const path = encodeURIComponent(name);
    if (isSecret(secret)) return keep(path, secret);
    const fields = Object.entries(secret);
    return Object.fromEntries(
      fields.map(([field, value]) => [field, keep(`${path}.${encodeURIComponent(field)}`, value)]),
    );
  };
  return {
    add: add as SecretVault['add'],
    reveal: (text, form = 'text') => revealAll(text, form, values),
    mask: (value) => maskDeep(value, known.size === 0 ? null : (text) => mask(text)) as typeof value,
  };
}

/** The nonce of a run's placeholders: the same for every worker that has the master key, unguessable for all others. */
export function runNonce(masterKey: Uint8Array, runId: string): string {
  return createHmac('sha256', masterKey).update(`placeholders\n${runId}`).digest('hex').slice(0, 24);
}

type Mask = (text: string) => string;

const placeholderPattern = /\{\{secret\.[^{}\s]+\}\}|%7B%7Bsecret\.[^{}\s]+?%7D%7D/gi;

/** Copies of the package have classes of their own, so a secret is told by what it can do. */
function isSecret(value: SecretFields): value is Secret {
  return value instanceof Secret || typeof value.reveal === 'function';
}

function revealAll(text: string, form: RevealForm, values: ReadonlyMap<string, string>): string {
  return text.replace(placeholderPattern, (found: string, offset: number) => {
    const placeholder = decoded(found);
    const value = values.get(placeholder);
    if (value === undefined) throw unknownPlaceholder(placeholder);
    if (placeholder !== found || (form === 'url' && offset > 0)) return encodeURIComponent(value);
    return form === 'json' ? JSON.stringify(value).slice(1, -1) : value;
  });
}

function unknownPlaceholder(placeholder: string): RunwrightError {
  const name = placeholder.slice('{{secret.'.length, -2).replace(/\.[^.]*$/, '');
  return new RunwrightError(
    'secret_unavailable',
    `The placeholder of a secret of this run was wanted, but \`{{secret.${name}…}}\` is none; use the placeholder as it was given.`,
    { details: { failure_category: 'credential' } },
  );
}

/** One pattern for all forms of all secrets, the longest first; placeholders of the run are stepped over. */
function maskOf(secrets: ReadonlySet<string>, values: ReadonlyMap<string, string>): Mask {
  const sources = [...secrets].flatMap(patternsOf).sort((a, b) => b.length - a.length);
  if (sources.length === 0) return (text) => (secrets.has(text) ? maskText : text);
  const forms = new RegExp([...new Set(sources)].join('|'), 'g');
  const pattern = new RegExp(`${placeholderPattern.source}|${forms.source}`, 'g');
  return (text) => {
    if (secrets.has(text)) return maskText;
    return text.replace(pattern, (found) =>
      values.has(decoded(found)) ? found : found.replace(forms, maskText),
    );
  };
}

/** A placeholder that was percent-encoded as part of an address, as it was before. */
function decoded(found: string): string {
  return found.startsWith('%') ? `{{${found.slice(6, -6)}}}` : found;
}

function maskDeep(value: unknown, mask: Mask | null): unknown {
  if (mask === null) return value;
  if (typeof value === 'string') return mask(value);
  if (typeof value === 'number') return maskNumber(value, mask);
  if (Array.isArray(value)) return value.map((item) => maskDeep(item, mask));
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [mask(key), maskDeep(member, mask)]),
  );
}

/** A number that reads like a whole secret of at least 5 digits is one. */
function maskNumber(value: number, mask: Mask): unknown {
  const text = String(value);
  return text.length >= 5 && mask(text) === maskText ? maskText : value;
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
