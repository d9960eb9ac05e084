import { type Problem, RunwrightError } from '@runwright/contract';

/** The way from the root of a document to a place in it; array indexes are numbers. */
export type Path = readonly (string | number)[];

/** A problem of the kind that has no name of its own. `reason` goes on after a colon or comma: no capital, no full stop. */
export function valueError(path: Path, reason: string): Problem {
  return { path, type: 'value_error', message: `Value error, ${reason}` };
}

/** Names that one message lists at most. */
const listedNames = 50;

/** Names in backticks, joined by commas, the first 50 of them; `none` when there are none. */
export function listNames(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  const listed = names
    .slice(0, listedNames)
    .map((name) => `\`${name}\``)
    .join(', ');
  return names.length > listedNames ? `${listed} and ${names.length - listedNames} more` : listed;
}

/** A path as people write it: `rows[0].price`; the root is `(root)`. */
export function pathText(path: Path): string {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  return text === '' ? '(root)' : text.replace(/^\./, '');
}

/** The error for input with mistakes; its message counts them and its details name them. */
export function invalidInput(what: string, problems: readonly Problem[]): RunwrightError {
  const [first] = problems;
  const place = first ? `\`${first.path.join('.')}\`: ${first.message}` : 'unknown';
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  return new RunwrightError('invalid_input', `${what}: ${place}${more}.`, { details: { problems } });
}
