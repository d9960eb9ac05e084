import type { Dom } from './dom.ts';
import type { Ids } from './ids.ts';
import type { Context, Listing } from './sheet.ts';

/** An element as it was listed in one read. */
export interface Hit {
  readonly item: Listing;
  readonly element: Element;
  readonly context: Context;
}

/**
 * Recognises an element that was drawn again: a new element takes over the number of a vanished one when it alone
 * is like it. Runs inside the page: no name from outside.
 */
export function makeLikeness(dom: Dom, ids: Ids) {
  interface Features {
    readonly name: string;
    readonly kind: string;
    readonly attributes: readonly string[];
    /** Roles of the groups around. */
    readonly path: string;
    /** Text of the row or entry around. */
    readonly row: string;
    readonly placeholder: string;
  }
  const { attribute } = dom;
  /** Likeness that makes a taker, and the lead that it must have over every other. */
  const enough = 0.9;
  const lead = 0.1;
  const remembered = new Map<number, Features>();
  const maximumRemembered = 5_000;
  const stable = ['id', 'name', 'data-testid', 'data-test', 'data-qa', 'data-id', 'for', 'type', 'href'];
  /** Long hex, trailing counters, framework ids. */
  const isGenerated = (text: string): boolean =>
    /[0-9a-f]{8,}|\d{3,}$|^:r|^(react|ember|mui|radix)/i.test(text);

  const featuresOf = ({ item, element, context }: Hit): Features => ({
    name: item.name.normalize('NFKC').toLowerCase(),
    kind: `${item.tag} ${item.kind}`,
    attributes: stable.flatMap((name) => {
      const value = attribute(element, name);
      return value && (name === 'href' || !isGenerated(value)) ? [`${name}=${value.slice(0, 100)}`] : [];
    }),
    path: context.path,
    row: context.unit ? dom.squeeze(context.unit.textContent ?? '').slice(0, 200) : '',
    placeholder: attribute(element, 'placeholder'),
  });

  /** Weights: name 30, attributes 25, kind 15, path 15, row 10, placeholder 5. What neither has does not count. */
  const score = (one: Features, other: Features): number => {
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
  const only = <Candidate extends { readonly features: Features }>(
    features: Features,
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
    return first >= enough && first - second >= lead ? best : null;
  };

  const byName = <Each extends { readonly features: Features }>(
    all: readonly Each[],
  ): Map<string, Each[]> => {
    const buckets = new Map<string, Each[]>();
    for (const each of all) {
      const bucket = buckets.get(each.features.name);
      if (bucket) bucket.push(each);
      else buckets.set(each.features.name, [each]);
    }
    return buckets;
  };

  /** Gives numbers back and remembers what is there now; `firstNew` is the first number that this read gave. */
  return function settleNumbers(hits: readonly Hit[], firstNew: number): void {
    const found = hits.map((hit) => ({ hit, features: featuresOf(hit) }));
    const present = new Set(hits.map(({ item }) => item.number));
    const vanished = [...remembered].flatMap(([number, features]) => {
      const element = present.has(number) ? undefined : ids.element(number);
      return present.has(number) || (element && dom.connected(element)) ? [] : [{ number, features }];
    });
    const fresh = vanished.length > 0 ? found.filter(({ hit }) => hit.item.number >= firstNew) : [];
    const vanishedByName = byName(vanished);
    for (const [name, takers] of byName(fresh)) {
      // Another name leaves too little to be like enough, so only equals are compared; of many equals none is alone.
      const gone = vanishedByName.get(name) ?? [];
      if (gone.length === 0 || gone.length > 200 || takers.length > 200) continue;
      for (const taker of takers) {
        const giver = only(taker.features, gone);
        if (!giver || only(giver.features, takers) !== taker) continue;
        taker.hit.item.number = giver.number;
        ids.adopt(giver.number, taker.hit.element);
        remembered.delete(giver.number);
      }
    }
    for (const { hit, features } of found) {
      remembered.delete(hit.item.number);
      remembered.set(hit.item.number, features);
    }
    for (const number of remembered.keys()) {
      if (remembered.size <= maximumRemembered) break;
      remembered.delete(number);
    }
  };
}

export type SettleNumbers = ReturnType<typeof makeLikeness>;
