import { type Document, isCollection, type Node } from 'yaml';
import { applyChange } from './apply-change.ts';
import { type Change, findChanges } from './find-changes.ts';
import { asArray, isEqual, type Json, type Path, valueAt, withValueAt } from './json.ts';
import { readYaml } from './read-yaml.ts';
import { renderDocument } from './render-yaml.ts';

/**
 * Returns the text of a document whose value becomes `next`. Comments and formatting outside of what changes are kept. Throws
 * when the text cannot be read.
 */
export function editText(text: string, next: Json): string {
  const { value, problems } = readYaml(text);
  if (value === undefined) throw new Error(problems[0]?.message ?? 'The text cannot be read.');
  if (value === null) return renderDocument(next);
  if (isJson(text)) return `${JSON.stringify(next, null, 2)}\n`;
  return findChanges(value, next).reduce(changeText, text);
}

function changeText(text: string, change: Change): string {
  const read = readYaml(text);
  const expected = valueAfter(read.value as Json, change);
  const spliced = applyChange(text, read, change);
  if (spliced !== null && isEqual(readYaml(spliced).value, expected)) return spliced;
  return rewrite(text, read.document, change, expected);
}

/** Writes the smallest collection in braces that holds the place anew, or the smallest member that can be written at all. */
function rewrite(text: string, document: Document.Parsed, change: Change, expected: Json): string {
  for (let depth = change.path.length; depth >= 0; depth--) {
    const path = change.path.slice(0, depth);
    const node = document.getIn(path, true) as Node | null | undefined;
    const value = valueAt(expected, path);
    if (value === undefined) continue;
    const candidates = [
      isCollection(node) && node.flow && !isInFlow(document, path) ? spliceFlow(text, node, value) : null,
      depth > 0 ? applyChange(text, readYaml(text), { type: 'set', path, value }) : null,
    ];
    for (const candidate of candidates)
      if (candidate !== null && isEqual(readYaml(candidate).value, expected)) return candidate;
  }
  return renderDocument(expected);
}

function spliceFlow(text: string, node: Node, value: Json): string | null {
  if (!node.range) return null;
  const made = renderFlow(value);
  return text.slice(0, node.range[0]) + made + text.slice(node.range[1]);
}

function renderFlow(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(renderFlow).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).flatMap(([name, member]) =>
      member === undefined ? [] : [`${renderFlow(name)}: ${renderFlow(member)}`],
    );
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  if (typeof value !== 'string') return JSON.stringify(value);
  // In braces a plain text may have no comma and no bracket.
  const plain = renderDocument(value).trimEnd();
  return /^[\p{L}\p{N}_][^,[\]{}"'#:\n]*$/u.test(plain) ? plain : JSON.stringify(value);
}

function isInFlow(document: Document.Parsed, path: Path): boolean {
  return path.some((_, depth) => {
    const node = depth === 0 ? document.contents : document.getIn(path.slice(0, depth), true);
    return isCollection(node) && node.flow === true;
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the value of a document after a change. */
function valueAfter(value: Json, change: Change): Json {
  const at = (path: Path, changed: Json | undefined) => withValueAt(value, path, changed) as Json;
  if (change.type === 'set') return at(change.path, change.value);
  if (change.type === 'remove') {
    const last = change.path.at(-1);
    if (typeof last !== 'number') return at(change.path, undefined);
    const list = change.path.slice(0, -1);
    return at(list, asArray(valueAt(value, list)).toSpliced(last, 1));
  }
  const items = asArray(valueAt(value, change.path));
  if (change.type === 'insert') return at(change.path, items.toSpliced(change.index, 0, change.value));
  const moved = items[change.from] as Json;
  return at(change.path, items.toSpliced(change.from, 1).toSpliced(change.to, 0, moved));
}
