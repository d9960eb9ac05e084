import type { JsonObject, TargetMatch } from '@runwright/contract';
import { cleanText } from './clean-text.ts';

/** Fingerprint and selectors that find an element again on another day. */
export interface ElementLocator {
  /** Features of the element, each a text or a list of texts. */
  readonly fingerprint: JsonObject;
  /** CSS with shadow hops joined by ` >> `, then XPath unless it lies in a shadow root. */
  readonly selectors: readonly string[];
}

/** An element that is like another one. */
export interface SimilarElement {
  readonly id: string;
  /** From 0 to 1. */
  readonly score: number;
}

/** Action URLs of the form around an element; empty without a form. */
export interface FormDestination {
  /** In the first view that it was in; null when it was in none. */
  readonly first: string | null;
  /** In the last view; null when the form was not in it. */
  readonly seen: string | null;
  readonly now: string;
  /** Origins that buttons of the form send it to instead; `null` for an unknown one. */
  readonly buttons: readonly string[];
}

const longestText = 500;

/** Parses the page's answer about an element; null when it knows none. */
export function parseLocator(answer: unknown): ElementLocator | null {
  const { fingerprint, selectors } = parseObject(answer);
  if (typeof fingerprint !== 'object' || fingerprint === null) return null;
  const features = Object.entries(fingerprint).map(([name, value]): [string, string | readonly string[]] => [
    name,
    Array.isArray(value) ? value.map(parseText) : parseText(value),
  ]);
  const found = Array.isArray(selectors) ? selectors : [];
  return {
    fingerprint: Object.fromEntries(features),
    selectors: found.filter((each) => typeof each === 'string' && each !== '').map((each) => parseText(each)),
  };
}

/** Parses the page's answer about elements that are similar to a vanished one. */
export function parseSimilarElements(answer: unknown, letter: string): readonly SimilarElement[] {
  const { alike } = parseObject(answer);
  if (!Array.isArray(alike)) return [];
  return alike.flatMap((each: unknown) => {
    const [number, score]: readonly unknown[] = Array.isArray(each) ? each : [];
    return typeof number === 'number' && typeof score === 'number'
      ? [{ id: `${letter}${number}`, score }]
      : [];
  });
}

/** Parses the page's answer about elements that may be the one of an earlier page. */
export function parseTargetMatches(answer: unknown, letter: string): readonly TargetMatch[] {
  const { matches } = parseObject(answer);
  if (!Array.isArray(matches)) return [];
  return matches.flatMap((each: unknown) => {
    const [number, score, selectors]: readonly unknown[] = Array.isArray(each) ? each : [];
    if (typeof number !== 'number' || typeof score !== 'number' || !Array.isArray(selectors)) return [];
    const indexes = selectors.filter((index) => typeof index === 'number');
    return [{ id: `${letter}${number}`, score, selectors: indexes }];
  });
}

/** Parses the page's answer about a form. */
export function parseFormDestination(answer: unknown): FormDestination {
  const { first, seen, now, buttons } = parseObject(answer);
  return {
    first: typeof first === 'string' ? first : null,
    seen: typeof seen === 'string' ? seen : null,
    now: typeof now === 'string' ? now : '',
    buttons: Array.isArray(buttons) ? buttons.filter((origin) => typeof origin === 'string') : [],
  };
}

function parseObject(answer: unknown): Readonly<Record<string, unknown>> {
  const value: unknown = typeof answer === 'string' ? JSON.parse(answer) : null;
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function parseText(value: unknown): string {
  return typeof value === 'string' ? cleanText(value).slice(0, longestText) : '';
}
