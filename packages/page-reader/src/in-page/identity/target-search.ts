import type { Dom } from '../dom/dom.ts';
import type { ElementFeatures, ElementMatching, SeeText } from './element-matching.ts';

/** Element of an earlier page, as the host sends it. */
export interface RawTarget {
  readonly kind: string;
  readonly name: string;
  readonly fingerprint: unknown;
  readonly selectors: readonly string[];
  readonly row: readonly string[] | null;
}

/** Texts of a page as they may be seen. */
export interface SeenTexts {
  /** All that are compared; others match nothing. */
  readonly texts: readonly string[];
  /** What stands for some of them, by their index. */
  readonly masked: readonly (readonly [index: number, text: string])[];
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

  /** Returns the text of a row, and the same with blanks between its cells, which may stand without. */
  const readRow = (unit: Element): readonly string[] => {
    const nodes: string[] = [];
    const walker = document.createTreeWalker(unit, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() && nodes.length < 500) nodes.push(walker.currentNode.nodeValue ?? '');
    return [unit.textContent ?? '', nodes.join(' ')];
  };

  /** Creates the function that returns whether a row contains some texts. */
  const createRowTest = (parts: readonly string[], see: SeeText) => {
    const tested = new Map<Element, boolean>();
    return (unit: Element | null): boolean => {
      if (!unit) return parts.length === 0;
      const known = tested.get(unit);
      if (known !== undefined) return known;
      const texts = readRow(unit).map(see);
      const isFound = parts.every((part) => texts.some((text) => containsWord(text, part)));
      tested.set(unit, isFound);
      return isFound;
    };
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

  const search = (target: RawTarget, see: SeeText): string => {
    const isInRow = createRowTest(target.row ?? [], see);
    const candidates = matching
      .scoresFor(featuresIn(target), see)
      .filter(({ unit }) => target.row === null || isInRow(unit));
    const listed = new Map(candidates.map(({ element, number }) => [element, number] as const));
    /** Number of the only listed element that a selector finds; 0 for none. */
    const onlyNumber = (selector: string): number => {
      const [, kind, quoted] = rolePattern.exec(selector) ?? [];
      if (kind !== undefined && quoted !== undefined) {
        const name: unknown = JSON.parse(quoted);
        const found = candidates.filter((candidate) => candidate.kind === kind && candidate.name === name);
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

  return {
    /** Lists the texts of the page that a target is compared with. */
    targetTexts(target: RawTarget): string {
      const texts = new Set<string>();
      search(target, (text) => {
        texts.add(text);
        return text;
      });
      return JSON.stringify([...texts]);
    },
    /**
     * Returns the numbers of the last read whose elements may be the target.
     *
     * @param seen null: all texts are compared as they are
     */
    findTargets({ seen, ...target }: RawTarget & { readonly seen: SeenTexts | null }): string {
      if (seen === null) return search(target, (text) => text);
      const masked = new Map(seen.masked);
      const shown = new Map(seen.texts.map((text, index) => [text, masked.get(index) ?? text] as const));
      return search(target, (text) => shown.get(text) ?? '');
    },
  };
}

export type TargetSearch = ReturnType<typeof makeTargetSearch>;
