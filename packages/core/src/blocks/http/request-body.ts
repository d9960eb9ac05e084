import { type BlockContext, type OpenedFile, RunwrightError, type StreamedForm } from '@runwright/contract';
import { asRecord } from '@runwright/definition';
import { checkWellFormed } from '../../network/check-well-formed.ts';

/** Bytes of one file that is sent at most. */
const maximumFileBytes = 500_000_000;

/** Headers as texts. JSON is announced unless the user announces something else; a form announces itself. */
export function requestHeaders(
  given: Readonly<Record<string, unknown>>,
  isForm: boolean,
): Readonly<Record<string, string>> {
  const isType = (name: string) => name.toLowerCase() === 'content-type';
  const texts = Object.entries(given).map(([name, value]) => [name, fieldOf(value)] as const);
  // A form's type names the boundary between its fields, which is made when the form is sent.
  if (isForm) return Object.fromEntries(texts.filter(([name]) => !isType(name)));
  const sent = Object.fromEntries(texts);
  return Object.keys(sent).some(isType) ? sent : { ...sent, 'Content-Type': 'application/json' };
}

/** What a body is sent with. */
interface SentWith {
  readonly headers: Readonly<Record<string, string>>;
  readonly files: readonly (readonly [field: string, reference: unknown])[];
}

/**
 * Returns the body of a request: JSON, text as it is, a form when there are files, whose fields are the members of the body, or an
 * address-encoded form when the headers announce one.
 *
 * @throws RunwrightError `block_failed` for a body of a form that is no object, and what `files.open` throws
 */
export async function requestBody(
  body: unknown,
  { headers, files }: SentWith,
  context: BlockContext,
): Promise<string | StreamedForm | null> {
  if (files.length === 0 && body === null) return null;
  if (files.length === 0) return announcesForm(headers) ? encodeForm(body) : textOf(body);
  const fields = body === null ? {} : asRecord(body);
  if (fields === null) {
    throw new RunwrightError(
      'block_failed',
      `Invalid \`body\` of block \`${context.label}\`: it is ${Array.isArray(body) ? 'a list' : `a ${typeof body}`}, but \`files\` are sent as a form. Make it an object of fields.`,
      { details: { failure_category: 'definition' } },
    );
  }
  const opened: (readonly [string, OpenedFile])[] = [];
  for (const [field, reference] of files) {
    opened.push([field, await context.files.open(reference, { maxBytes: maximumFileBytes })]);
  }
  return { fields: Object.entries(fields).map(([name, value]) => [name, fieldOf(value)]), files: opened };
}

function announcesForm(headers: Readonly<Record<string, string>>): boolean {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  return /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type ?? '');
}

/** The fields of an address-encoded form; each item of a list is a field of its own. Text is sent as it is. */
function encodeForm(body: unknown): string {
  const fields = asRecord(body);
  if (fields === null) return textOf(body);
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((item): [string, string] => [name, fieldOf(item)]),
  );
  for (const [name, value] of pairs) checkWellFormed(name + value, `the field \`${name}\``);
  return new URLSearchParams(pairs).toString();
}

/** A template that has no value prints nothing; JSON would say null. */
function fieldOf(value: unknown): string {
  return value === null ? '' : textOf(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
