// Native search compares a part of this length at every place at worst; a longer one is sought in linear time.
const shortPart = 64;

/** As `text.indexOf(part, from)`, in linear time whatever the two hold. */
export function findText(text: string, part: string, from = 0): number {
  if (part.length <= shortPart) return text.indexOf(part, from);
  const at = seek(text.length - from, part.length, (index) => text.charCodeAt(from + index), part, false);
  return at === -1 ? -1 : from + at;
}

/** As `text.lastIndexOf(part)` in the first `end` units of the text, in linear time whatever the two hold. */
export function findLastText(text: string, part: string, end = text.length): number {
  if (part.length <= shortPart) return end < part.length ? -1 : text.lastIndexOf(part, end - part.length);
  const at = seek(end, part.length, (index) => text.charCodeAt(end - 1 - index), part, true);
  return at === -1 ? -1 : end - at - part.length;
}

/** As `text.split(part)`, in linear time, but not beyond `most` pieces; the last one holds the rest. */
export function splitText(text: string, part: string, most: number): string[] {
  const pieces: string[] = [];
  let from = 0;
  while (pieces.length + 1 < most) {
    const at = findText(text, part, from);
    if (at === -1) break;
    pieces.push(text.slice(from, at));
    from = at + part.length;
  }
  pieces.push(text.slice(from));
  return pieces;
}

/** The search of Knuth, Morris and Pratt; `backwards` reads the part from its end. */
function seek(
  length: number,
  size: number,
  unitAt: (index: number) => number,
  part: string,
  backwards: boolean,
): number {
  if (size > length) return -1;
  const partAt = (index: number) => part.charCodeAt(backwards ? size - 1 - index : index);
  const borders = new Int32Array(size);
  for (let at = 1, matched = 0; at < size; at += 1) {
    while (matched > 0 && partAt(at) !== partAt(matched)) matched = borders[matched - 1] ?? 0;
    if (partAt(at) === partAt(matched)) matched += 1;
    borders[at] = matched;
  }
  for (let at = 0, matched = 0; at < length; at += 1) {
    while (matched > 0 && unitAt(at) !== partAt(matched)) matched = borders[matched - 1] ?? 0;
    if (unitAt(at) === partAt(matched)) matched += 1;
    if (matched === size) return at - size + 1;
  }
  return -1;
}
