import type { Dom } from '../dom/dom.ts';
import type { SkippedRuns, TreeOrder } from '../dom/tree-order.ts';
import type { RawBox } from '../raw-frame.ts';

/** Selection of the parts of a document that one read enters. */
export interface ReadPlan {
  /** Tests whether the subtree of an element is left out, the element included. */
  skips(element: Element): boolean;
  /** Elements in the subtrees that are left out. */
  readonly unread: number;
  /** Counts the elements of a subtree that is read, itself included, without what is left out in it. */
  countElements(element: Element): number;
  /** The runs of one document or shadow root that are left out; null when it is read whole. */
  runsOf(root: Document | ShadowRoot): SkippedRuns | null;
  /** The same as text for the probe in the page's own world. */
  readonly request: string;
}

/**
 * Chooses what is read of a document with more elements than one read may enter: the top layer and what is in view first,
 * then outward by distance from the viewport. Only counts decide, never the clock, so that a busy machine reads as much
 * as an idle one.
 *
 * @param hit the topmost element at a point of the viewport
 * @param isOpaque whether elements of a name are read without entering them
 */
export function makeReadPlan(
  dom: Dom,
  hit: (x: number, y: number) => Element | null,
  { eachElement }: Pick<TreeOrder, 'eachElement'>,
  isOpaque: (name: string) => boolean,
) {
  /** A subtree of at most so many elements is read whole or not at all; a row of a table may have more, for its columns. */
  const unitSize = 64;
  const rowSize = 1_000;
  /** Distances are compared in steps of half a viewport; all beyond this many steps are equal. */
  const mostSteps = 20_000;
  /** Of more children than this only those around the first that is on top somewhere in the viewport are measured. */
  const mostMeasured = 60_000;
  /** Points of the viewport, a side, at which the topmost elements are looked up. */
  const gridSide = 4;
  /** Left-out elements are counted exactly up to this many. */
  const mostCounted = 100_000;
  /** Pixels a side up to which a drawing counts as an icon, as in `tag-traits.ts`. */
  const iconSide = 64;
  const { getElementsByTagName } = Element.prototype;
  const layers =
    '[popover],dialog[open],[role=dialog],[role=alertdialog],[role=menu],[role=listbox],[aria-modal=true]';
  /** Rows that a cell is followed through. */
  const mostSpanned = 1_000;
  const noElements: ReadonlySet<Element> = new Set();

  /** A subtree that waits for its turn, and the part of the viewport in which it could be seen. */
  interface Waiting {
    readonly element: Element;
    readonly window: RawBox;
  }

  const isIcon = (element: Element): boolean => {
    if (dom.tag(element) !== 'svg') return false;
    const [, , width, height] = dom.box(element);
    return width <= iconSide && height <= iconSide;
  };

  /** Elements that a read does not enter: the options of selects, the shapes of icons. */
  const insideOpaque = (root: Document | ShadowRoot): number => {
    let count = root.querySelectorAll('select *').length;
    for (const drawing of root.querySelectorAll('svg'))
      if (isIcon(drawing)) count += Reflect.apply(getElementsByTagName, drawing, ['*']).length;
    return count;
  };

  /** Counts the elements of a document or shadow root, and those of the shadow roots in it, up to a limit. */
  const countIn = (root: Document | ShadowRoot, limit: number): number => {
    const elements = root.querySelectorAll('*');
    let count = elements.length;
    if (count > limit) count -= insideOpaque(root);
    for (let index = 0; index < elements.length && count <= limit; index += 1) {
      const element = elements[index];
      const inner = element ? dom.rootIn(element) : null;
      if (inner) count += countIn(inner, limit - count);
    }
    return count;
  };

  /**
   * Counts the elements of a subtree as it is shown, itself included and without those that are left out in it. Ends soon
   * after the limit.
   */
  const countElements = (
    element: Element,
    limit: number,
    leftOut: ReadonlySet<Element> = noElements,
  ): number => {
    // A list in place of recursion: scripts build trees that are deeper than the stack.
    const waiting = [element];
    let size = 0;
    const add = (node: Node): void => {
      if (dom.isElement(node) && !leftOut.has(node)) waiting.push(node);
    };
    for (let each = waiting.pop(); each; each = waiting.pop()) {
      size += 1;
      if (size > limit) return size;
      if (isOpaque(dom.tag(each)) || isIcon(each)) continue;
      const assigned = dom.assigned(each);
      if (assigned) assigned.forEach(add);
      else
        for (let node = dom.firstOf(each); node && size + waiting.length <= limit; node = dom.next(node))
          add(node);
    }
    return size;
  };

  const everything: ReadPlan = {
    ...{ skips: () => false, unread: 0, runsOf: () => null, request: '' },
    countElements: (element) => countElements(element, mostCounted),
  };

  const isRow = (element: Element): boolean =>
    dom.tag(element) === 'tr' || dom.attribute(element, 'role') === 'row';

  const gap = ([x, y, width, height]: RawBox, window: RawBox): number =>
    Math.max(0, window[0] - x - width, x - window[0] - window[2]) +
    Math.max(0, window[1] - y - height, y - window[1] - window[3]);

  const intersection = (one: RawBox, other: RawBox): RawBox => {
    const x = Math.max(one[0], other[0]);
    const y = Math.max(one[1], other[1]);
    const right = Math.min(one[0] + one[2], other[0] + other[2]);
    const bottom = Math.min(one[1] + one[3], other[1] + other[3]);
    return [x, y, right - x, bottom - y];
  };

  /**
   * Returns the topmost elements of the viewport, layers, and the headers of tables in view, with their ancestors: fixed
   * boxes are near wherever they stand in the document.
   */
  const onTop = (): ReadonlySet<Element> => {
    const found = new Set<Element>();
    const add = (element: Element | null): void => {
      for (let each = element; each && !found.has(each); each = dom.parentOf(each)) found.add(each);
    };
    for (let row = 0; row < gridSide; row += 1)
      for (let column = 0; column < gridSide; column += 1)
        add(hit(((column + 0.5) * innerWidth) / gridSide, ((row + 0.5) * innerHeight) / gridSide));
    for (const layer of document.querySelectorAll(layers)) if (dom.renders(layer, true)) add(layer);
    const window: RawBox = [0, 0, innerWidth, innerHeight];
    for (const head of document.querySelectorAll('thead')) {
      const table = dom.parentOf(head);
      if (table && gap(dom.box(table), window) === 0) add(head);
    }
    return found;
  };

  /** Roots of the subtrees that are left out, and how many elements there are without them. */
  const leftOutOf = (maximumNodes: number): { leftOut: ReadonlySet<Element>; chosen: number } => {
    const leftOut = new Set<Element>();
    const root = document.documentElement;
    if (!root) return { leftOut, chosen: 0 };
    const top = onTop();
    const stepSize = Math.max(1, innerHeight / 2);
    const steps: (Waiting[] | undefined)[] = [[{ element: root, window: [0, 0, innerWidth, innerHeight] }]];
    let left = maximumNodes;
    let chosen = 0;

    const windowIn = (element: Element, box: RawBox, window: RawBox): RawBox => {
      if (element.scrollHeight <= element.clientHeight + 1 && element.scrollWidth <= element.clientWidth + 1)
        return window;
      const { overflowX, overflowY } = dom.style(element);
      if (overflowX === 'visible' && overflowY === 'visible') return window;
      const inner = intersection(box, window);
      return inner[2] > 0 && inner[3] > 0 ? inner : box;
    };

    const stepOf = (child: Element, window: RawBox, step: number): number => {
      if (top.has(child)) return step;
      const box = dom.box(child);
      if (box[2] > 0 || box[3] > 0) return Math.max(step, Math.ceil(gap(box, window) / stepSize));
      // Without a size of its own it may hold things of any place; what is not rendered holds nothing to see.
      return dom.renders(child, false) ? step : step + 2;
    };

    const put = (child: Element, window: RawBox, at: number): void => {
      const waiting = steps[at] ?? [];
      steps[at] = waiting;
      waiting.push({ element: child, window });
    };

    const enter = ({ element, window }: Waiting, step: number): void => {
      const inner = element === root ? window : windowIn(element, dom.box(element), window);
      const children: Element[] = [];
      dom.eachChild(element, (child) => {
        if (dom.isElement(child)) children.push(child);
      });
      const isHuge = children.length > mostMeasured;
      const middle = isHuge
        ? Math.max(
            0,
            children.findIndex((child) => top.has(child)),
          )
        : 0;
      children.forEach((child, index) => {
        const isNear = !isHuge || Math.abs(index - middle) < mostMeasured / 2 || top.has(child);
        put(child, inner, isNear ? Math.min(mostSteps, stepOf(child, inner, step)) : mostSteps);
      });
    };

    for (let step = 0; step < steps.length; step += 1) {
      const waiting = steps[step] ?? [];
      // It grows while it is gone through.
      for (let index = 0; index < waiting.length; index += 1) {
        const each = waiting[index];
        if (!each) continue;
        const limit = isRow(each.element) ? rowSize : unitSize;
        const size = left > 0 ? countElements(each.element, limit) : 0;
        if (left <= 0 || (size <= limit && size > left)) leftOut.add(each.element);
        else {
          if (size > limit) enter(each, step);
          const taken = size > limit ? 1 : size;
          chosen += taken;
          left -= taken;
          // The rest is too small for another subtree.
          if (left < unitSize) left = 0;
        }
      }
    }
    for (const row of spanningRows(leftOut)) leftOut.delete(row);
    return { leftOut, chosen };
  };

  /** Rows that are left out and have a cell that stands in a row that is read as well. */
  const spanningRows = (leftOut: ReadonlySet<Element>): readonly Element[] =>
    [...document.querySelectorAll('td[rowspan],th[rowspan]')].flatMap((cell) => {
      const row = cell.parentElement;
      if (!row || !leftOut.has(row)) return [];
      let below = row.nextElementSibling;
      for (
        let left = Number(dom.attribute(cell, 'rowspan')) - 1;
        below && left > 0 && left < mostSpanned;
        left -= 1
      ) {
        if (!leftOut.has(below)) return [row];
        below = below.nextElementSibling;
      }
      return [];
    });

  /** Elements that are left out; of very many those in shadow roots are not counted, because each would be visited. */
  const countLeftOut = (leftOut: ReadonlySet<Element>, chosen: number): number => {
    const beyond = document.getElementsByTagName('*').length - chosen;
    let size = 0;
    for (const element of leftOut) {
      if (beyond > mostCounted || size > mostCounted) return Math.max(size, beyond);
      size += countElements(element, mostCounted - size);
    }
    return size;
  };

  /** Runs for the document and every shadow root in it that something is left out of, by their keys. */
  const runsOfAll = (leftOut: ReadonlySet<Element>) => {
    const byRoot = new Map<Document | ShadowRoot, SkippedRuns>();
    const byKey: Record<string, SkippedRuns> = {};
    const visit = (root: Document | ShadowRoot, key: string): void => {
      const runs: number[] = [];
      const inner: [ShadowRoot, string][] = [];
      const skips = (element: Element, place: number): boolean => {
        if (!leftOut.has(element)) return false;
        const last = runs.length - 2;
        if (last >= 0 && (runs[last] ?? 0) + (runs[last + 1] ?? 0) === place)
          runs[last + 1] = (runs[last + 1] ?? 0) + 1;
        else runs.push(place, 1);
        return true;
      };
      eachElement(root, skips, (element, place) => {
        const shadow = dom.rootIn(element);
        if (shadow) inner.push([shadow, `${key}.${place}`]);
      });
      byRoot.set(root, runs);
      byKey[key] = runs;
      for (const [shadow, innerKey] of inner) visit(shadow, innerKey);
    };
    visit(document, '0');
    return { byRoot, byKey };
  };

  /**
   * Plans one read.
   *
   * @param report gets a report of the page's own world about what is read, and yields how many elements it covers, null
   * when that is not known
   */
  return function planRead(maximumNodes: number, report: (about: ReadPlan) => number | null): ReadPlan {
    const isLarge = document.getElementsByTagName('*').length > maximumNodes;
    if (!isLarge) {
      const total = report(everything);
      if (total !== null && total <= maximumNodes) return everything;
    }
    if (countIn(document, maximumNodes) <= maximumNodes) {
      if (isLarge) report(everything);
      return everything;
    }
    const { leftOut, chosen } = leftOutOf(maximumNodes);
    const { byRoot, byKey } = runsOfAll(leftOut);
    const plan: ReadPlan = {
      skips: (element) => leftOut.has(element),
      unread: countLeftOut(leftOut, chosen),
      countElements: (element) => countElements(element, mostCounted, leftOut),
      runsOf: (root) => byRoot.get(root) ?? null,
      request: JSON.stringify(byKey),
    };
    // A report about everything holds what is needed here.
    if (isLarge) report(plan);
    return plan;
  };
}

export type PlanRead = ReturnType<typeof makeReadPlan>;
