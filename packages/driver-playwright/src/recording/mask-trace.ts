import { isSecretHeader } from '@runwright/masking';
import { maskText } from '../common/secrets.ts';

/** Entries of a trace that are lists of JSON values, one on each line. */
const recordEntry = /\.(trace|network)$/;

/**
 * Masks one text entry of a trace: besides known secrets the values of headers and cookies that sign somebody in, the text of
 * keys, and what fields for passwords and one-time codes hold.
 */
export function maskTraceEntry(name: string, text: string, mask: (text: string) => string): string {
  if (!recordEntry.test(name)) return mask(text);
  return text.split('\n').map(maskRecord).map(mask).join('\n');
}

function maskRecord(line: string): string {
  if (line === '') return line;
  try {
    return JSON.stringify(hide(JSON.parse(line)));
  } catch {
    // Half a record, which no viewer reads.
    return '';
  }
}

type Members = Readonly<Record<string, unknown>>;

function hide(value: unknown): unknown {
  if (Array.isArray(value)) return isSecretField(value) ? hideField(value) : value.map(hide);
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Members;
  if (typeof members.name === 'string' && typeof members.value === 'string' && isSecretHeader(members.name))
    return { ...members, value: maskText };
  if (typeof members.method === 'string' && /^keyboard/i.test(members.method)) return hideKeys(members);
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [
      name,
      name === 'cookies' && Array.isArray(member) ? member.map(hideCookie) : hide(member),
    ]),
  );
}

function hideCookie(cookie: unknown): unknown {
  return typeof cookie === 'object' && cookie !== null && 'value' in cookie
    ? { ...cookie, value: maskText }
    : cookie;
}

/** A call of the keyboard; its title repeats the text. Names of keys that type nothing stay. */
function hideKeys({ params, title: _title, ...rest }: Members): Members {
  const given: Members = typeof params === 'object' && params !== null ? { ...params } : {};
  const isTyped = (name: string, value: unknown) =>
    name === 'text' || (name === 'key' && (typeof value !== 'string' || value.length === 1));
  const shown = Object.entries(given).map(([name, value]) => [name, isTyped(name, value) ? maskText : value]);
  return { ...rest, params: Object.fromEntries(shown) };
}

/** A field in a snapshot of a document: its tag, its attributes, its children. */
type Field = readonly [tag: string, attributes: Members, ...children: unknown[]];

/** Under this name a snapshot has the value of a field. */
const valueMember = '__playwright_value_';

function isSecretField(node: readonly unknown[]): node is Field {
  const [tag, attributes] = node;
  if (tag !== 'INPUT' || typeof attributes !== 'object' || attributes === null) return false;
  const { type, autocomplete }: Members = { ...attributes };
  return type === 'password' || /password|one-time-code|^cc-/.test(String(autocomplete));
}

function hideField([tag, attributes, ...children]: Field): Field {
  const { [valueMember]: value, ...others } = attributes;
  const shown = typeof value === 'string' && value !== '' ? { [valueMember]: maskText } : {};
  return [tag, { ...others, ...shown }, ...children];
}
