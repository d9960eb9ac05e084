import { identifierPattern } from '@runwright/contract';

const identifier = new RegExp(identifierPattern, 'u');

/** Returns whether a text can be a label or a key as it is. */
export function isName(text: string): boolean {
  return identifier.test(text);
}

/**
 * The name that a text becomes: what cannot stand in a name becomes `_`, runs of `_` one, the ends are trimmed, a leading
 * digit gets a `_` before it, and of nothing `fallback` is made. A text that is a name stays as it is.
 */
export function repairedName(text: string, fallback: string): string {
  if (isName(text)) return text;
  const name = text
    .replace(/[^\p{L}\p{N}_]/gu, '_')
    .replace(/_+/g, '_')
    .replace(/^_|_$/g, '');
  if (name === '') return fallback;
  return isName(name) ? name : `_${name}`;
}

/**
 * Names for all texts, in their order. The first bearer of a name that was right keeps it; each other one whose name is
 * taken gets `_2`, `_3`, ….
 */
export function freeNames(
  texts: readonly string[],
  taken: ReadonlySet<string>,
  fallback: string,
): readonly string[] {
  const used = new Set(taken);
  const kept = texts.map((text) => {
    const keeps = isName(text) && !used.has(text);
    if (keeps) used.add(text);
    return keeps;
  });
  return texts.map((text, index) => {
    if (kept[index]) return text;
    const wanted = repairedName(text, fallback);
    let name = wanted;
    for (let number = 2; used.has(name); number += 1) name = `${wanted}_${number}`;
    used.add(name);
    return name;
  });
}
