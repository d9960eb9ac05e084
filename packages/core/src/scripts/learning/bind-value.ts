import { asRecord } from '@runwright/definition';
import { containsWords, splitAtWords } from '../../runtime/split-words.ts';

/** A value of the recorded run, and the expression that yields that of the next run. */
export interface NamedValue {
  readonly expression: string;
  readonly text: string;
}

/** Values of the recorded run, those that take precedence first; within one list none does. */
export interface ValueSources {
  readonly named: readonly (readonly NamedValue[])[];
  /** The block as it is written in the definition. */
  readonly written: string;
}

const mostValues = 500;
const deepest = 6;

/** Lists the texts and numbers in a value, each with the expression for it. */
export function namedValues(expression: string, value: unknown): readonly NamedValue[] {
  const found: NamedValue[] = [];
  const visit = (at: string, inner: unknown, depth: number): void => {
    if (found.length >= mostValues || depth > deepest) return;
    if (typeof inner === 'string' || typeof inner === 'number') {
      const text = String(inner).trim();
      if (text !== '') found.push({ expression: at, text });
      return;
    }
    if (Array.isArray(inner))
      for (const [index, item] of inner.entries()) visit(`${at}[${index}]`, item, depth + 1);
    else
      for (const [name, item] of Object.entries(asRecord(inner) ?? {}))
        visit(memberOf(at, name), item, depth + 1);
  };
  visit(expression, value, 0);
  return found;
}

/** A part of a text that is shorter than this stands in too many texts to mean something. */
const shortestPart = 3;

/**
 * Returns the JavaScript expression for a text of the recorded run: the value that it is, a text with values in it, or the text itself when the
 * definition says it. Null when nothing says where it comes from, or when several values do.
 *
 * @param hint what the text was for, such as the name of a field; it decides between equal values
 */
export function bindText(text: string, { named, written }: ValueSources, hint: string): string | null {
  const wanted = text.trim();
  for (const values of named) {
    const equal = values.filter((value) => value.text === wanted);
    if (equal.length > 0) return choose(equal, hint, isWritten(wanted, written));
  }
  const inText = bindParts(wanted, named, (part) => isWritten(part, written));
  if (inText !== null) return inText;
  return isWritten(wanted, written) ? JSON.stringify(text) : null;
}

/** Returns the expression for a text of a page that contains a value of the run; null when it contains none. Of equal values the first counts. */
export function bindPageText(text: string, { named }: Pick<ValueSources, 'named'>): string | null {
  const [equal] = equalValues(text, named);
  if (equal) return equal.expression;
  return bindParts(text, named, () => true);
}

/** Returns the values that a text of a page is, of the first list that has one. A number of one or two digits is more often something else. */
export function equalValues(text: string, named: ValueSources['named']): readonly NamedValue[] {
  if (text === '' || /^\d{1,2}$/.test(text)) return [];
  return (
    named
      .map((values) => values.filter((value) => value.text.toLowerCase() === text.toLowerCase()))
      .find((values) => values.length > 0) ?? []
  );
}

/** Returns the values that a text contains, the longest first; a value that is a part of another one is left out. */
export function valuesWithin(text: string, { named }: Pick<ValueSources, 'named'>): readonly NamedValue[] {
  const found: NamedValue[] = [];
  for (const value of usable(named)) {
    if (containsWords(text, value.text) && !found.some((other) => other.text.includes(value.text)))
      found.push(value);
  }
  return found;
}

/** Returns a text of the recorded run with `…` in place of its values. */
export function withoutValues(text: string, { named }: Pick<ValueSources, 'named'>): string {
  return usable(named).reduce((rest, value) => splitAtWords(rest, value.text).join('…'), text);
}

function usable(named: ValueSources['named']): readonly NamedValue[] {
  const values = named.flat().filter(({ text }) => text.length >= shortestPart);
  return values.toSorted((one, other) => other.text.length - one.text.length);
}

/** A template literal with the values that a text contains; null when it contains none, or a rest that is not accepted. */
function bindParts(
  text: string,
  named: ValueSources['named'],
  accepts: (rest: string) => boolean,
): string | null {
  type Part = string | NamedValue;
  let parts: readonly Part[] = [text];
  for (const value of usable(named)) {
    parts = parts.flatMap((part): readonly Part[] => {
      if (typeof part !== 'string') return [part];
      return splitAtWords(part, value.text).flatMap((rest, index) => (index === 0 ? [rest] : [value, rest]));
    });
  }
  if (parts.every((part) => typeof part === 'string')) return null;
  const rests = parts.filter((part) => typeof part === 'string');
  if (!rests.every((rest) => !/[\p{L}\p{N}]/u.test(rest) || accepts(rest.trim()))) return null;
  const inner = parts.map((part) => (typeof part === 'string' ? escaped(part) : `\${${part.expression}}`));
  return `\`${inner.join('')}\``;
}

function isWritten(text: string, written: string): boolean {
  return text !== '' && containsWords(written, text);
}

/**
 * Returns one of several equal values: the one whose name is most like the hint; null when none is.
 *
 * @param isWritten whether the definition says the text too, so that even a single value has to be like the hint
 */
function choose(values: readonly NamedValue[], hint: string, isWritten: boolean): string | null {
  const [only, other] = values;
  if (only && !other && !isWritten) return only.expression;
  const words = wordsOf(hint);
  const ranked = values
    .map(({ expression }) => ({
      expression,
      shared: wordsOf(expression).filter((word) => words.includes(word)).length,
    }))
    .toSorted((one, two) => two.shared - one.shared);
  const [best, second] = ranked;
  return best && best.shared > (second?.shared ?? 0) ? best.expression : null;
}

function wordsOf(text: string): readonly string[] {
  return text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

function memberOf(expression: string, name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `${expression}.${name}` : `${expression}[${JSON.stringify(name)}]`;
}

function escaped(text: string): string {
  return text.replace(/[\\`]|\$\{/g, (found) => `\\${found}`);
}
