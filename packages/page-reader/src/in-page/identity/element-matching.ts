import type { Dom } from '../dom/dom.ts';
import type { DraftItem, TreeContext } from '../tree/tree-builder.ts';
import type { ElementIds } from './element-ids.ts';

/** An element as it was listed in one read. */
export interface ListedElement {
  readonly item: DraftItem;
  readonly element: Element;
  readonly context: TreeContext;
}

/** Returns a text of the page as it is compared: as it is, or masked. */
export type SeeText = (text: string) => string;

/** Features that an element is recognised by. */
export interface ElementFeatures {
  readonly name: string;
  readonly kind: string;
  readonly attributes: readonly string[];
  /** Roles of the groups around. */
  readonly path: string;
  /** Text of the row or entry around. */
  readonly row: string;
  readonly placeholder: string;
}

/**
 * Recognises an element that was drawn again: a new element takes over the number of a vanished one when it alone
 * is like it.
 */
export function makeElementMatching(dom: Dom, ids: ElementIds) {
  interface Vanished {
    readonly number: number;
    readonly features: ElementFeatures;
  }
  interface Replacement {
    readonly hit: ListedElement;
    readonly features: ElementFeatures;
  }
  const { attribute } = dom;
  /** Likeness that makes a taker, and the lead that it must have over every other. */
  const requiredScore = 0.9;
  const requiredLead = 0.1;
  /** Elements listed by the last read, by number; their features are computed only when they vanish. */
  let before = new Map<number, ListedElement>();
  /** Numbers of those that were listed by the last read itself, not by one before it. */
  let shown: ReadonlySet<number> = new Set();
  const vanished = new Map<number, Vanished>();
  const maximumKept = 5_000;
  const stable = ['id', 'name', 'data-testid', 'data-test', 'data-qa', 'data-id', 'for', 'type', 'href'];
  /** Long hex, trailing counters, framework ids. */
  const isGenerated = (text: string): boolean =>
    /[0-9a-f]{8,}|\d{3,}$|^:r|^(react|ember|mui|radix)/i.test(text);

  const shapeOf = (element: Element): string =>
    `${dom.tag(element)}.${attribute(element, 'class').trim().split(/\s+/)[0] ?? ''}`;

  /** The nearest element around that stands beside others of its shape, such as a card. */
  const repeatedAround = (element: Element): Element | null => {
    let around = element.parentElement;
    for (let hops = 0; around && hops < 5; hops += 1, around = around.parentElement) {
      const shape = shapeOf(around);
      const beside = [around.previousElementSibling, around.nextElementSibling];
      if (beside.some((other) => other && shapeOf(other) === shape)) return around;
    }
    return null;
  };

  const unchanged = (text: string): string => text;
  /** Texts of rows: a page may stand in one as a whole, and each of its elements asks. */
  let rows = new Map<Element, string>();
  const rowOf = (unit: Element | null, see: SeeText): string => {
    if (!unit) return '';
    const known = rows.get(unit);
    if (known !== undefined) return known;
    const text = see(dom.squeeze((unit.textContent ?? '').slice(0, 2_000))).slice(0, 200);
    rows.set(unit, text);
    return text;
  };
  const unitOf = ({ element, context }: ListedElement): Element | null =>
    context.unit ?? repeatedAround(element);

  const featuresOf = (hit: ListedElement): ElementFeatures => featuresFrom(hit, unitOf(hit), unchanged);
  const featuresFrom = (
    { item, element, context }: ListedElement,
    unit: Element | null,
    see: SeeText,
  ): ElementFeatures => ({
    name: see(item.name).normalize('NFKC').toLowerCase(),
    kind: `${item.tag} ${item.kind}`,
    attributes: stable.flatMap((name) => {
      const value = see(attribute(element, name));
      return value && (name === 'href' || !isGenerated(value)) ? [`${name}=${value.slice(0, 100)}`] : [];
    }),
    path: see(context.path),
    row: rowOf(unit, see),
    placeholder: see(attribute(element, 'placeholder')),
  });

  /** Weights: name 30, attributes 25, kind 15, path 15, row 10, placeholder 5. What neither has does not count. */
  const score = (one: ElementFeatures, other: ElementFeatures): number => {
    let weight = 30;
    let sum = one.kind === other.kind ? 15 : 0;
    if (one.path === other.path) sum += 15;
    const compare = (part: number, share: number | null): void => {
      if (share === null) return;
      weight += part;
      sum += part * share;
    };
    const equal = (a: string, b: string): number | null => (a || b ? Number(a === b) : null);
    compare(30, equal(one.name, other.name));
    const all = new Set([...one.attributes, ...other.attributes]);
    const both = one.attributes.filter((each) => other.attributes.includes(each)).length;
    compare(25, all.size === 0 ? null : both / all.size);
    compare(10, equal(one.row, other.row));
    compare(5, equal(one.placeholder, other.placeholder));
    return sum / weight;
  };

  /** The one of `candidates` that is like `features` and nothing else is; null when there is none. */
  const bestMatch = <Candidate extends { readonly features: ElementFeatures }>(
    features: ElementFeatures,
    candidates: readonly Candidate[],
  ): Candidate | null => {
    let best: Candidate | null = null;
    let first = 0;
    let second = 0;
    for (const candidate of candidates) {
      const value = score(features, candidate.features);
      if (value > first) {
        second = first;
        first = value;
        best = candidate;
      } else if (value > second) second = value;
    }
    // Shares of whole weights do not add up exactly.
    const little = 1e-9;
    return first >= requiredScore - little && first - second >= requiredLead - little ? best : null;
  };

  const keyOf = ({ features }: { readonly features: ElementFeatures }): string => {
    const { name, kind, attributes, path, row, placeholder } = features;
    return [name, kind, attributes.join(' '), path, row, placeholder].join('\n');
  };

  const match = (fresh: readonly Replacement[]): void => {
    const transfer = ({ hit }: Replacement, { number }: Vanished): void => {
      hit.item.number = number;
      ids.reassign(number, hit.element);
      vanished.delete(number);
    };
    // Equal in everything, and alone in that on both sides.
    const equals = Map.groupBy(vanished.values(), keyOf);
    const rest: Replacement[] = [];
    for (const [key, takers] of Map.groupBy(fresh, keyOf)) {
      const [taker] = takers;
      const givers = equals.get(key) ?? [];
      const [giver] = givers;
      if (taker && giver && takers.length === 1 && givers.length === 1) transfer(taker, giver);
      else rest.push(...takers);
    }
    // Another name leaves too little to be like enough, so only those of one name are compared.
    const left = Map.groupBy(vanished.values(), ({ features }) => features.name);
    for (const [name, takers] of Map.groupBy(rest, ({ features }) => features.name)) {
      const givers = left.get(name) ?? [];
      // Of very many equals none is alone.
      if (givers.length === 0 || givers.length > 100 || takers.length > 100) continue;
      for (const taker of takers) {
        const giver = bestMatch(taker.features, givers);
        if (giver && vanished.has(giver.number) && bestMatch(giver.features, takers) === taker)
          transfer(taker, giver);
      }
    }
  };

  /** Returns the features of an element, present or vanished; null for an unknown number. */
  const fingerprint = (number: number): ElementFeatures | null => {
    rows = new Map();
    const hit = before.get(number);
    return hit ? featuresOf(hit) : (vanished.get(number)?.features ?? null);
  };

  /** Numbers of the last read whose elements are most like that of a number, best first, with the likeness of each. */
  const similarTo = (number: number): readonly (readonly [number, number])[] => {
    const features = fingerprint(number);
    if (!features) return [];
    return [...before]
      .filter(([other, { element }]) => other !== number && dom.connected(element))
      .map(([other, hit]) => [other, score(features, featuresOf(hit))] as const)
      .sort(([, one], [, other]) => other - one)
      .slice(0, 6);
  };

  const noFeatures: ElementFeatures = {
    name: '',
    kind: '',
    attributes: [],
    path: '',
    row: '',
    placeholder: '',
  };

  /**
   * Returns the elements of the last read, each with its name, its likeness to some features and the row or entry around it. A
   * feature that is not given does not count. Texts of the page are compared as `see` returns them.
   */
  const scoresFor = (given: Partial<ElementFeatures>, see: SeeText) => {
    rows = new Map();
    const features = { ...noFeatures, ...given };
    const ignored: Partial<ElementFeatures> = Object.fromEntries(
      Object.entries(noFeatures).filter(([name]) => !Object.hasOwn(given, name)),
    );
    return [...before]
      .filter(([number, { element }]) => shown.has(number) && dom.connected(element))
      .map(([number, hit]) => {
        const unit = unitOf(hit);
        const { element, item } = hit;
        return {
          ...{ number, element, unit, kind: item.kind, name: see(item.name) },
          score: score(features, { ...featuresFrom(hit, unit, see), ...ignored }),
        };
      });
  };

  /** Gives numbers back and remembers what is there now; `firstNew` is the first number that this read gave. */
  const reassignNumbers = (hits: readonly ListedElement[], firstNew: number): void => {
    rows = new Map();
    const present = new Set(hits.map(({ item }) => item.number));
    const hidden: [number, ListedElement][] = [];
    for (const [number, hit] of before) {
      if (present.has(number)) continue;
      if (dom.connected(hit.element)) hidden.push([number, hit]);
      else vanished.set(number, { number, features: featuresOf(hit) });
    }
    for (const number of present) vanished.delete(number);
    const fresh = vanished.size > 0 ? hits.filter(({ item }) => item.number >= firstNew) : [];
    if (fresh.length > 0) match(fresh.map((hit) => ({ hit, features: featuresOf(hit) })));
    // A number that was given back stands for another element than before.
    before = new Map(hits.map((hit) => [hit.item.number, hit] as const));
    shown = new Set(before.keys());
    for (const [number, hit] of hidden.slice(-maximumKept)) before.set(number, hit);
    for (const number of vanished.keys()) {
      if (vanished.size <= maximumKept) break;
      vanished.delete(number);
    }
  };
  return { reassignNumbers, fingerprint, similarTo, scoresFor };
}

export type ElementMatching = ReturnType<typeof makeElementMatching>;
export type ReassignNumbers = ElementMatching['reassignNumbers'];
