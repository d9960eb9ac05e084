import { canonicalText } from './canonical-text.ts';

/**
 * Fewest characters of a secret that is masked inside longer texts. One of exactly so many is masked where it stands alone,
 * without a letter or digit beside it, unless it reads as a year from 1900 to 2099; longer ones are masked everywhere.
 * Shorter ones, and years, would mask ordinary words, dates and amounts: they are masked where they are the whole text.
 */
export const minimumMaskedLength = 4;

/** Returns whether a secret is looked for inside longer texts, see {@link minimumMaskedLength}. */
export function isMaskedInTexts(secret: string): boolean {
  return secret.length >= minimumMaskedLength && !/^(19|20)\d\d$/.test(secret);
}

/**
 * Most values of one form that can be tried: 30 bits. Where each try takes seconds, RFC 4086 asks for 29 bits
 * (https://www.rfc-editor.org/rfc/rfc4086#section-8.1); one text has room for a million.
 */
const maxGuesses = 1e9;
const monthName =
  /(?<![a-z])(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?![a-z])/i;

/**
 * Returns whether a secret has so few possible values that all of them can be tried: at most a billion texts have its form, with
 * any digit for a digit and any letter for a letter. These are numbers of up to 9 digits in any groups, such as the code of a card,
 * a PIN and a date, texts of up to 5 signs or 6 letters, what is as short, such as `A1234567`, and one sign that is repeated. Whoever
 * writes all values and sees which one is masked has read the secret, so it is masked only in what comes from where it was sent.
 */
export function isGuessable(secret: string): boolean {
  const form = secret.trim().replace(monthName, '00');
  if (/^(.)\1*$/su.test(form)) return true;
  let values = 1;
  for (const sign of form) {
    values *= countSigns(sign);
    if (values > maxGuesses) return false;
  }
  return true;
}

/** Returns how many signs there are of the kind of one; blanks and separators belong to the form. */
function countSigns(sign: string): number {
  if (/[\s.,:/()+_-]/.test(sign)) return 1;
  if (/\d/.test(sign)) return 10;
  return /[a-z]/i.test(sign) ? 26 : 33;
}

/** The texts by which a secret is found inside longer texts. */
export interface SecretForms {
  readonly secret: string;
  /** True if it is found only where no letter or digit stands beside it. */
  readonly standsAlone: boolean;
  /**
   * Its canonical forms, see `canonicalText`: they are found in a text however the text was quoted, escaped, encoded or
   * rewritten for a view or a file name.
   */
  readonly needles: readonly string[];
  /** Letters and digits that stand in every one of these forms as they are; empty when the secret has none. */
  readonly anchor: string;
  /** Its base64 forms, by itself and at each alignment in a longer value: `Authorization: Basic` encodes `user:password` as a whole. */
  readonly cores: readonly Anchored[];
  /** The digits of a long number, or the letters of an authenticator's seed, in groups; null for other secrets. */
  readonly grouped: RegExp | null;
}

/** A text that is looked for, and letters and digits of it that stand together wherever it stands. */
export interface Anchored {
  readonly text: string;
  readonly anchor: string;
}

/** Fewest characters of a canonical form or of base64 that are specific to a secret. */
const minimumNeedle = 5;

/** Returns the forms of a secret that is masked inside longer texts. */
export function formsOf(secret: string): SecretForms {
  const decomposed = secret.toWellFormed().normalize('NFD');
  const standsAlone = secret.length === minimumMaskedLength;
  const shortest = standsAlone ? minimumMaskedLength : minimumNeedle;
  return {
    secret,
    standsAlone,
    needles: needlesOf(secret).filter((needle) => needle.length >= shortest),
    anchor: longestOf(decomposed.match(/[A-Za-z0-9]+(?!\p{M})/gu)),
    cores: [base64Of(secret), ...[0, 1, 2].map((offset) => base64Core(secret, offset))]
      .filter((core) => core.length >= minimumNeedle)
      .map((text) => ({ text, anchor: longestOf(text.match(/[A-Za-z0-9]+/g)) })),
    grouped: groupedForm(secret),
  };
}

/** Returns canonical forms without what stands around them: views and file names leave blanks and dots there out. */
export function needlesOf(secret: string): readonly string[] {
  const well = secret.toWellFormed();
  const forms = [canonicalText(well), canonicalText(well, { plain: true })];
  return [...new Set(forms.map(({ text }) => text.replace(/^[_.]+|(?<![_.])[_.]+$/g, '')))];
}

/** Anchors are part of one pattern for all secrets, which must not become too large. */
const maximumAnchor = 32;

function longestOf(parts: readonly string[] | null): string {
  const longest = (parts ?? []).reduce((a, b) => (b.length > a.length ? b : a), '');
  return longest.slice(0, maximumAnchor);
}

/** Pages show long numbers in groups, and some show one in groups that was kept without. */
function groupedForm(secret: string): RegExp | null {
  const compact = secret.replace(/[\s.\-_]/g, '');
  if (!/^\d{12,64}$/.test(compact) && !/^[a-z2-7]{16,64}$/i.test(compact)) return null;
  const separator = '(?:[\\s._+\\u2010-\\u2015-]|%20|&nbsp;|&#160;){0,3}';
  const signs = [...compact].map((sign) =>
    /\d/.test(sign) ? sign : `[${sign.toLowerCase()}${sign.toUpperCase()}]`,
  );
  return new RegExp(signs.join(separator), 'g');
}

function base64Of(value: string): string {
  return Buffer.from(value, 'utf8').toString('base64').replaceAll('=', '');
}

/** The characters of a base64 text that a value alone decides when it stands `offset` bytes after a multiple of three. */
function base64Core(value: string, offset: number): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(value, 'utf8')]);
  const text = bytes.toString('base64').replaceAll('=', '');
  const from = Math.ceil((offset * 8) / 6);
  const to = Math.floor((bytes.length * 8) / 6);
  return text.slice(from, to);
}
