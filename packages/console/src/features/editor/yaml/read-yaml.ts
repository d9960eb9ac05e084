import { type Document, LineCounter, parseDocument, type ScalarTag, type Tags } from 'yaml';
import { isChangedNumber } from '../../../lib/exact-json.ts';
import type { Json } from './json.ts';

/** Problem of a text at a line and a column, both counted from 1. */
export interface TextProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** A text that was read. `value` is undefined when it has problems. */
export interface ReadText {
  readonly document: Document.Parsed;
  readonly value: Json | undefined;
  readonly problems: readonly TextProblem[];
}

/** The last texts that were read: an edit, its check and the page read the same ones. */
const recent = new Map<string, ReadText>();
const mostRecent = 4;

/**
 * Reads YAML 1.2 or JSON in the core schema, like the service: a number that would change is the text of its digits. Nobody may change the
 * result, which others get too.
 */
export function readYaml(text: string): ReadText {
  const known = recent.get(text);
  if (known) return known;
  const read = parse(text);
  recent.set(text, read);
  const [oldest] = recent.keys();
  if (recent.size > mostRecent && oldest !== undefined) recent.delete(oldest);
  return read;
}

function parse(text: string): ReadText {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    keepSourceTokens: true,
    lineCounter: lines,
    prettyErrors: false,
    schema: 'core',
    customTags: withExactNumbers,
    version: '1.2',
  });
  const problems = document.errors.map(({ message, pos }) => {
    const { line, col } = lines.linePos(pos[0]);
    return { message, line: Math.max(1, line), column: Math.max(1, col) };
  });
  if (problems.length > 0) return { document, value: undefined, problems };
  try {
    return { document, value: document.toJS({ maxAliasCount: 100 }) as Json, problems };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { document, value: undefined, problems: [{ message, line: 1, column: 1 }] };
  }
}

/** Numbers that JavaScript cannot hold are read as texts, so that an edit writes their digits and no other number. */
function withExactNumbers(tags: Tags): Tags {
  return tags.map((tag) => {
    if (typeof tag !== 'object' || !numberTags.has(tag.tag) || tag.collection !== undefined) return tag;
    const resolve: ScalarTag['resolve'] = (source, onError, options) =>
      isChangedNumber(source) ? source : tag.resolve(source, onError, options);
    return { ...tag, resolve };
  });
}

const numberTags: ReadonlySet<string> = new Set(['tag:yaml.org,2002:int', 'tag:yaml.org,2002:float']);
