import type { Dom } from '../dom/dom.ts';
import type { ElementFeatures, ElementMatching } from './element-matching.ts';

/** Element of an earlier page, as the host sends it. */
export interface RawTarget {
  readonly kind: string;
  readonly name: string;
  readonly fingerprint: unknown;
  readonly selectors: readonly string[];
  readonly row: readonly string[] | null;
}

/** Finds the listed elements of the last read that may be the one of an earlier page. */
export function makeTargetSearch(dom: Dom, matching: Pick<ElementMatching, 'scoresFor'>) {
  const mostMatches = 6;

  /** Features of a fingerprint; those that it lacks, or has in another shape, are left out. */
  const featuresIn = ({ kind, name, fingerprint }: RawTarget): Partial<ElementFeatures> => {
    const given: Record<string, unknown> = Object(fingerprint);
    const texts = ['name', 'kind', 'path', 'row', 'placeholder'].filter(
      (each) => typeof given[each] === 'string',
    );
    const { attributes } = given;
    return {
      ...{ name: name.normalize('NFKC').toLowerCase(), kind: ` ${kind}` },
      ...Object.fromEntries(texts.map((each) => [each, given[each]])),
      ...(Array.isArray(attributes)
        ? { attributes: attributes.filter((each) => typeof each === 'string') }
        : {}),
    };
  };

  /** Returns whether a text contains another one that neither begins nor ends within a word. */
  const containsWord = (whole: string, part: string): boolean => {
    const isWord = (char: string): boolean => /[\p{L}\p{N}_]/u.test(char);
    const joins = (left: string, right: string): boolean =>
      left !== '' && right !== '' && isWord(left) && isWord(right);
    for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) {
      const end = at + part.length;
      const startsWithin = joins(whole.charAt(at - 1), part.charAt(0));
      if (!startsWithin && !joins(part.charAt(part.length - 1), whole.charAt(end))) return true;
    }
    return false;
  };

  /** Returns whether a row contains a text, also where its cells stand without a blank between them. */
  const isInRow = (unit: Element | null, part: string): boolean => {
    if (!unit) return false;
    if (containsWord(unit.textContent ?? '', part)) return true;
    const nodes: string[] = [];
    const walker = document.createTreeWalker(unit, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() && nodes.length < 500) nodes.push(walker.currentNode.nodeValue ?? '');
    return containsWord(nodes.join(' '), part);
  };

  /** Elements that a selector with shadow hops finds; the last hop may find several. */
  const byCss = (selector: string): readonly Element[] => {
    let roots: readonly (Document | ShadowRoot)[] = [document];
    const hops = selector.split(' >> ');
    const last = hops.pop() ?? '';
    for (const hop of hops) {
      const [host, other] = roots.flatMap((root) => [...root.querySelectorAll(hop)]);
      const root = host && !other ? dom.rootIn(host) : null;
      if (!root) return [];
      roots = [root];
    }
    return roots.flatMap((root) => [...root.querySelectorAll(last)]);
  };
  const byXPath = (selector: string): readonly Element[] => {
    const found = document.evaluate(selector, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
    const nodes = Array.from({ length: Math.min(found.snapshotLength, 2) }, (_, at) =>
      found.snapshotItem(at),
    );
    return nodes.filter((node) => node instanceof Element);
  };
  const rolePattern = /^role=([a-z]+)\[name=("(?:[^"\\]|\\.)*")\]$/;

  return function findTargets(target: RawTarget): string {
    const { row } = target;
    const candidates = matching
      .scoresFor(featuresIn(target))
      .filter(({ unit }) => row === null || row.every((part) => isInRow(unit, part)));
    const listed = new Map(candidates.map(({ element, number }) => [element, number] as const));
    /** Number of the only listed element that a selector finds; 0 for none. */
    const onlyNumber = (selector: string): number => {
      const [, kind, quoted] = rolePattern.exec(selector) ?? [];
      if (kind !== undefined && quoted !== undefined) {
        const name: unknown = JSON.parse(quoted);
        const found = candidates.filter(({ item }) => item.kind === kind && item.name === name);
        return found.length === 1 ? (found[0]?.number ?? 0) : 0;
      }
      const [element, other] = selector.startsWith('/') ? byXPath(selector) : byCss(selector);
      return element && !other ? (listed.get(element) ?? 0) : 0;
    };
    const found = new Map<number, number[]>();
    for (const [index, selector] of target.selectors.entries()) {
      let number = 0;
      try {
        number = onlyNumber(selector);
      } catch {
        // Written for another page, or by hand: a selector that does not parse finds nothing.
      }
      if (number > 0) found.set(number, [...(found.get(number) ?? []), index]);
    }
    const matches = candidates
      .map(({ number, score }) => [number, score, found.get(number) ?? []] as const)
      .sort(([, one, selectors], [, other, otherSelectors]) =>
        other === one ? otherSelectors.length - selectors.length : other - one,
      );
    const kept = matches.filter(([, , selectors], at) => at < mostMatches || selectors.length > 0);
    return JSON.stringify({ matches: kept.slice(0, 2 * mostMatches) });
  };
}

export type FindTargets = ReturnType<typeof makeTargetSearch>;
