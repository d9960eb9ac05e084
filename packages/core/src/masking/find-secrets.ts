import { type CanonicalText, canonicalBase64, canonicalText } from './canonical-text.ts';
import type { SecretForms } from './secret-forms.ts';

/** A part of a text that shows a secret. */
export interface FoundSecret {
  readonly start: number;
  readonly end: number;
}

/**
 * Makes what finds secrets in texts: parts that do not overlap, in order. Most texts show none, and are dismissed by one
 * search for the letters and digits that every form of a secret has; only what stands around those is decoded.
 */
export function secretFinder(secrets: readonly SecretForms[]): (text: string) => readonly FoundSecret[] {
  if (secrets.length === 0) return () => [];
  const anchors = secrets.flatMap(({ anchor, cores }) => [anchor, ...cores.map((core) => core.anchor)]);
  const groups = secrets.flatMap(({ grouped }) => (grouped ? [grouped.source] : []));
  const sources = [...new Set(anchors), ...groups, wrappedBase64.source];
  const mayShow = anchors.includes('') ? null : new RegExp(sources.join('|'));
  return (text) => {
    if (mayShow?.test(text) === false) return [];
    const isWrapped = wrappedBase64.test(text);
    return joined(secrets.flatMap((forms) => findOne(text, forms, isWrapped)));
  };
}

/** Lines of base64 in mails and certificates, written out or inside of JSON. */
const wrappedBase64 = /(?:\r?\n|\\{1,4}[rn])(?<=[A-Za-z0-9+/_-]{40}(?:\r?\n|\\{1,4}[rn]))/;

function findOne(text: string, forms: SecretForms, isWrapped: boolean): readonly FoundSecret[] {
  const { secret, anchor, needles, cores, grouped } = forms;
  const exact = occurrences(text, secret).map((start) => ({ start, end: start + secret.length }));
  const rewritten = areasOf(text, anchor, secret.length).flatMap((area) => {
    const canonical = canonicalText(text, area);
    return needles.flatMap((needle) => foundIn(canonical, needle));
  });
  const encoded = cores.flatMap((core) => {
    const areas = isWrapped ? [{ from: 0, to: text.length }] : areasOf(text, core.anchor, core.text.length);
    return areas.flatMap((area) => foundIn(canonicalBase64(text, area), core.text));
  });
  const inGroups = grouped ? [...text.matchAll(grouped)] : [];
  return [
    ...exact,
    ...rewritten,
    ...encoded,
    ...inGroups.map(({ 0: found, index }) => ({ start: index, end: index + found.length })),
  ];
}

interface Area {
  readonly from: number;
  readonly to: number;
}

/** An escape of one character has at most this many, as `\\\\u00e9` and `&#x10ffff;` do. */
const widestEscape = 14;

/** The parts of a text around an anchor that a form of `length` characters may reach, each character once. */
function areasOf(text: string, anchor: string, length: number): readonly Area[] {
  if (anchor === '') return [{ from: 0, to: text.length }];
  const reach = length * widestEscape + 64;
  const areas: { from: number; to: number }[] = [];
  for (const at of occurrences(text, anchor)) {
    const from = Math.max(0, at - reach);
    const to = Math.min(text.length, at + reach);
    const last = areas.at(-1);
    if (last && from <= last.to) last.to = to;
    else areas.push({ from, to });
  }
  return areas;
}

function foundIn(canonical: CanonicalText, needle: string): readonly FoundSecret[] {
  return occurrences(canonical.text, needle).map((at) => ({
    start: canonical.start(at),
    end: canonical.end(at + needle.length - 1),
  }));
}

function occurrences(text: string, part: string): readonly number[] {
  const found: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) found.push(at);
  return found;
}

/** Parts that overlap become one: of two secrets that begin alike, nothing of the longer one is left. */
function joined(parts: readonly FoundSecret[]): readonly FoundSecret[] {
  const result: { start: number; end: number }[] = [];
  for (const { start, end } of parts.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}
