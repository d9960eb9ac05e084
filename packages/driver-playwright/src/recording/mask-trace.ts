import { isSecretHeader } from '@runwright/masking';
import { maskText, type Secrets } from '../common/secrets.ts';
import type { ZipMask } from './mask-zip.ts';

/** Entries of a trace that are lists of JSON values, one on each line. */
const recordEntry = /\.(trace|network)$/;

/** What a trace is masked by. */
export interface TraceMaskOptions extends Pick<Secrets, 'isTypedApart'> {
  /** Masks known secrets. */
  readonly mask: (text: string) => string;
}

/**
 * Creates the mask for the text entries of one trace: besides known secrets it masks the values of headers and cookies that sign
 * somebody in, the text of keys, and what fields for passwords and one-time codes hold. Messages of pages and requests from the times in which
 * parts of a secret could be reported are left out, with the files of these requests.
 */
export function createTraceMask({ mask, isTypedApart }: TraceMaskOptions): ZipMask {
  const files = { kept: new Set<string>(), leftOut: new Set<string>() };

  const maskRecord = (line: string): string => {
    if (line === '') return line;
    try {
      const record: unknown = JSON.parse(line);
      const time = timeOf(record);
      const isLeftOut = time !== null && isTypedApart(time);
      for (const name of filesOf(record)) files[isLeftOut ? 'leftOut' : 'kept'].add(name);
      return isLeftOut ? '' : mask(JSON.stringify(hide(record)));
    } catch {
      // Half a record, which no viewer reads.
      return '';
    }
  };
  return {
    // Records name the files.
    rank: (name) => (recordEntry.test(name) ? 0 : 1),
    mask(name, text) {
      if (recordEntry.test(name)) return text.split('\n').map(maskRecord).join('\n');
      const file = name.replace(/^.*\//, '');
      return files.leftOut.has(file) && !files.kept.has(file) ? null : mask(text);
    },
  };
}

type Members = Readonly<Record<string, unknown>>;

/** Returns the time of a message of a page or of a request, of the clock of `monotonicNow`; null for every other record. */
function timeOf(record: unknown): number | null {
  const { type, time, snapshot } = asMembers(record);
  const found = type === 'resource-snapshot' ? asMembers(snapshot)._monotonicTime : time;
  return typeof found === 'number' && /^(?:console|event|resource-snapshot)$/.test(String(type))
    ? found
    : null;
}

/** Returns the names of the files of a request: its body, and that of its answer. */
function filesOf(record: unknown): readonly string[] {
  const { request, response } = asMembers(asMembers(record).snapshot);
  const bodies = [asMembers(request).postData, asMembers(response).content];
  return bodies.flatMap((body) => {
    const { _sha1: name, _file: path = name } = asMembers(body);
    return typeof path === 'string' ? [path.replace(/^.*\//, '')] : [];
  });
}

function asMembers(value: unknown): Members {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

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
  const given = asMembers(params);
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
  const { type, autocomplete } = asMembers(attributes);
  return type === 'password' || /password|one-time-code|^cc-/.test(String(autocomplete));
}

function hideField([tag, attributes, ...children]: Field): Field {
  const { [valueMember]: value, ...others } = attributes;
  const shown = typeof value === 'string' && value !== '' ? { [valueMember]: maskText } : {};
  return [tag, { ...others, ...shown }, ...children];
}
