import type { ChangeText } from './json-texts.ts';

/**
 * A value of one letter or digit: of a form (`d1=4`), of JSON (`"4"`, also inside a text), of an attribute or a part of a
 * multipart body. Names of members and fields are none.
 */
const single =
  /(?<=^|[=:[,"'>\s(]|\\[rnt"']|%(?:22|3D|3A|5B|2C|0A|20))[A-Za-z0-9](?=$|[&,\]}"'<\s;)\\]|%(?:22|26|2C|5D|7D|0D|20))(?!\\*["']\s*:)/gi;
/** Other single values that may stand between two characters of a code, such as the number of each field. */
const mostBetween = 5;
const mark = '*';

/**
 * Creates a function that masks codes whose characters stand apart, each a value of its own, as forms with a field for each
 * character send them: `d1=4&d2=8` or `["4","8"]`. The characters follow each other at equal distances. Every character is
 * replaced by `*`. Takes time in proportion to the length of the text.
 */
export function createApartMask(codes: Iterable<string>): ChangeText {
  const wanted = [...codes].filter((code) => code.length > 1).map((code) => [...code]);
  if (wanted.length === 0) return (text) => text;
  return (text) => {
    const places = [...text.matchAll(single)].map(({ 0: sign, index }) => ({ sign, index }));
    const hidden = new Set<number>();
    for (const code of wanted) {
      for (let first = 0; first <= places.length - code.length; first += 1) {
        if (places[first]?.sign !== code[0]) continue;
        for (let step = 1; step <= mostBetween + 1; step += 1) {
          if (!code.every((sign, at) => places[first + at * step]?.sign === sign)) continue;
          for (let at = 0; at < code.length; at += 1) hidden.add(places[first + at * step]?.index ?? -1);
        }
      }
    }
    if (hidden.size === 0) return text;
    let masked = '';
    let from = 0;
    for (const index of [...hidden].sort((a, b) => a - b)) {
      masked += text.slice(from, index) + mark;
      from = index + 1;
    }
    return masked + text.slice(from);
  };
}

/** Other single values that may stand between two characters of a code at unequal distances, such as a hidden field in the middle. */
const maxBetweenUnequal = 2;

/**
 * Creates a function that returns whether a text holds codes whose characters stand apart, for requests: it finds what
 * {@link createApartMask} masks, and codes at unequal distances with up to 2 other single values between two characters. Takes
 * time in proportion to the length of the text.
 */
export function createApartSearch(codes: Iterable<string>): (text: string) => boolean {
  const wanted = [...codes].filter((code) => code.length > 1);
  const mask = createApartMask(wanted);
  return (text) => {
    if (wanted.length === 0) return false;
    const signs = [...text.matchAll(single)].map(([sign]) => sign);
    return wanted.some((code) => standsAmong(signs, code)) || mask(text) !== text;
  };
}

function standsAmong(signs: readonly string[], [first, ...rest]: string): boolean {
  let reached = new Set(signs.keys().filter((at) => signs[at] === first));
  for (const sign of rest) {
    const next = new Set<number>();
    for (const from of reached)
      for (let at = from + 1; at <= from + 1 + maxBetweenUnequal; at += 1)
        if (signs[at] === sign) next.add(at);
    reached = next;
  }
  return reached.size > 0;
}
