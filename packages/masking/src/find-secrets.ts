import { type CanonicalText, canonicalBase64, canonicalText } from './canonical-text.ts';
import { createAnchorFinder } from './find-anchors.ts';
import { createCutFinder } from './find-cut-secrets.ts';
import type { SecretForms } from './secret-forms.ts';
import { joinRanges, occurrences, rangesAround, type TextRange } from './text-range.ts';

/**
 * Creates a function that finds secrets in texts: ranges that do not overlap, in order. Most texts show none, and are
 * dismissed by one search for the letters and digits that every form of a secret has; only what stands around those is
 * decoded.
 */
export function createSecretFinder(
  secrets: readonly SecretForms[],
  { parts }: { readonly parts: boolean },
): (text: string) => readonly TextRange[] {
  if (secrets.length === 0) return () => [];
  const anchors = secrets.flatMap(({ anchor, cores }) => [anchor, ...cores.map((core) => core.anchor)]);
  const groups = secrets.flatMap(({ grouped }) => (grouped ? [grouped.source] : []));
  const findAnchors = secrets.length > fewSecrets ? createAnchorFinder(anchors) : null;
  const mayShow =
    findAnchors || anchors.includes('') ? null : new RegExp([...new Set(anchors), ...groups].join('|'));
  const cores = secrets.flatMap((forms) => forms.cores.map(({ text }) => text));
  const findCut = createCutFinder(parts ? secrets.flatMap(({ needles }) => needles) : []);
  return (text) => {
    const wholes = { canonical: lazy(() => canonicalText(text)), base64: lazy(() => canonicalBase64(text)) };
    const shown =
      mayShow?.test(text) === false
        ? []
        : shownIn(text, findAnchors).flatMap((forms) => findOne(text, forms, wholes));
    return joinRanges([...shown, ...findWrapped(text, cores), ...findCut(text)]);
  };

  /** The secrets that a text may show: each is searched for by itself, which takes long when there are hundreds. */
  function shownIn(text: string, find: typeof findAnchors): readonly SecretForms[] {
    if (find === null) return secrets;
    const found = find(text);
    return secrets.filter(
      ({ anchor, cores, grouped }) =>
        anchor === '' ||
        found.has(anchor) ||
        cores.some((core) => core.anchor === '' || found.has(core.anchor)) ||
        (grouped !== null && text.search(grouped) >= 0),
    );
  }
}

/** So many secrets are searched for one by one at once. */
const fewSecrets = 8;

/** The whole text in both forms: an anchor that stands everywhere has it converted once for all secrets. */
interface Wholes {
  readonly canonical: () => CanonicalText;
  readonly base64: () => CanonicalText;
}

function findOne(text: string, forms: SecretForms, wholes: Wholes): readonly TextRange[] {
  const { secret, anchor, needles, cores, grouped, standsAlone } = forms;
  const exact = placesOf(text, secret, standsAlone).map((start) => ({ start, end: start + secret.length }));
  const rewritten = areasAround(text, anchor, secret.length)
    .map((area) => (area === null ? wholes.canonical() : canonicalText(text, area)))
    .flatMap((canonical) => needles.flatMap((needle) => foundIn(canonical, needle, standsAlone)));
  const encoded = cores.flatMap((core) =>
    areasAround(text, core.anchor, core.text.length)
      .map((area) => (area === null ? wholes.base64() : canonicalBase64(text, area)))
      .flatMap((canonical) => foundIn(canonical, core.text)),
  );
  const inGroups = grouped ? [...text.matchAll(grouped)] : [];
  return [
    ...exact,
    ...rewritten,
    ...encoded,
    ...inGroups.map(({ 0: found, index }) => ({ start: index, end: index + found.length })),
  ];
}

/** An escape of one character has at most this many, as a percent-encoded entity like `%2526%2523128512%253B` does. */
const widestEscape = 24;

/** Returns the parts of a text around an anchor that a form of `length` characters may reach; null for the whole text. */
function areasAround(
  text: string,
  anchor: string,
  length: number,
): readonly ({ readonly from: number; readonly to: number } | null)[] {
  if (anchor === '') return [null];
  const ranges = rangesAround(text, occurrences(text, anchor), length * widestEscape + 64);
  const total = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
  return total > text.length / 2 ? [null] : ranges.map(({ start, end }) => ({ from: start, to: end }));
}

function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Breaks between lines of base64 in mails and certificates, written out or inside of JSON. */
const wrappedBase64 =
  /(?:\r?\n|\\{1,4}[rn])(?<=[A-Za-z0-9+/_-]{40}(?:\r?\n|\\{1,4}[rn]))(?=[A-Za-z0-9+/_%\\-])/g;

/** Finds base64 of secrets that goes on in the next line. */
function findWrapped(text: string, cores: readonly string[]): readonly TextRange[] {
  const breaks = [...text.matchAll(wrappedBase64)].map(({ index }) => index);
  if (breaks.length === 0) return [];
  const longest = Math.max(0, ...cores.map((core) => core.length));
  // A sign may be percent-encoded, and short lines end in escaped breaks.
  const areas = rangesAround(text, breaks, longest * 4 + 64);
  return areas.flatMap(({ start, end }) => {
    const canonical = canonicalBase64(text, { from: start, to: end });
    return cores.flatMap((core) => foundIn(canonical, core));
  });
}

function foundIn(canonical: CanonicalText, needle: string, standsAlone = false): readonly TextRange[] {
  return placesOf(canonical.text, needle, standsAlone).map((at) => ({
    start: canonical.start(at),
    end: canonical.end(at + needle.length - 1),
  }));
}

function placesOf(text: string, part: string, standsAlone: boolean): readonly number[] {
  const places = occurrences(text, part);
  if (!standsAlone) return places;
  return places.filter((at) => !isWordSign(text[at - 1]) && !isWordSign(text[at + part.length]));
}

function isWordSign(sign: string | undefined): boolean {
  return sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
}
