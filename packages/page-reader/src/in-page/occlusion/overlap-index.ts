import type { Dom } from '../dom/dom.ts';
import type { RawBox } from '../raw-frame.ts';

/**
 * Remembers what may lie on top of something else: boxes in the flow do not overlap, so most of a page needs no hit
 * test, which costs time for each element of the page.
 */
export function makeOverlapIndex(dom: Dom) {
  interface PositionedBox {
    readonly element: Element;
    readonly box: RawBox;
    /** Content that a style sheet puts there: it lies on top of what is inside the element too. */
    readonly isGenerated: boolean;
  }

  /** Pixels of a square. */
  const cellSize = 100;

  const overlaps = (one: RawBox, other: RawBox): boolean =>
    one[0] < other[0] + other[2] &&
    one[1] < other[1] + other[3] &&
    one[0] + one[2] > other[0] &&
    one[1] + one[3] > other[1];

  const isOutOfFlow = (style: CSSStyleDeclaration): boolean =>
    style.position !== 'static' ||
    style.float !== 'none' ||
    style.transform !== 'none' ||
    style.translate !== 'none' ||
    style.scale !== 'none' ||
    style.rotate !== 'none' ||
    /-/.test(style.margin) ||
    style.gridRowStart !== 'auto' ||
    style.gridColumnStart !== 'auto';

  const mayOcclude = (each: PositionedBox, element: Element, box: RawBox): boolean =>
    overlaps(each.box, box) &&
    (each.element === element
      ? Number(dom.style(element).zIndex) < 0
      : !dom.contains(element, each.element) && (each.isGenerated || !dom.contains(each.element, element)));

  const generates = (element: Element): boolean =>
    ['::before', '::after'].some((pseudo) => {
      const { content, position } = dom.pseudoStyle(element, pseudo);
      return content !== 'none' && content !== 'normal' && position !== 'static' && position !== 'relative';
    });

  return function createOverlapIndex() {
    /** By the squares of the viewport that they touch: of thousands on one page only those nearby are compared. */
    const cells = new Map<number, PositionedBox[]>();
    const eachCell = ([x, y, width, height]: RawBox, visit: (key: number) => boolean): boolean => {
      const [left, top] = [Math.max(0, x), Math.max(0, y)];
      const right = Math.min(innerWidth, x + width);
      const bottom = Math.min(innerHeight, y + height);
      for (let row = Math.floor(top / cellSize); row * cellSize <= bottom; row += 1)
        for (let column = Math.floor(left / cellSize); column * cellSize <= right; column += 1)
          if (visit(row * 1_000 + column)) return true;
      return false;
    };
    const add = (positioned: PositionedBox): void => {
      eachCell(positioned.box, (key) => {
        const known = cells.get(key);
        if (known) known.push(positioned);
        else cells.set(key, [positioned]);
        return false;
      });
    };
    const window: RawBox = [0, 0, innerWidth, innerHeight];
    return {
      /** An element that is shown. */
      addElement(element: Element, box: RawBox): void {
        if (!overlaps(box, window)) return;
        // A modal dialog takes the pointer from everything else, whatever room it takes itself.
        const isModal = dom.tag(element) === 'dialog' && element.matches(':modal');
        if (isModal) add({ element, box: window, isGenerated: false });
        else if (isOutOfFlow(dom.style(element))) add({ element, box, isGenerated: false });
        if (generates(element)) {
          // It may fill the nearest element around that is positioned.
          let around: Element = element;
          while (dom.style(around).position === 'static') {
            const above = dom.parentOf(around);
            if (!above) break;
            around = above;
          }
          add({ element, box: dom.box(around), isGenerated: true });
        }
      },
      /** Tests whether a hit test may find something else than the element and what is inside. */
      mayBeOccluded: (element: Element, box: RawBox): boolean =>
        eachCell(box, (key) => cells.get(key)?.some((each) => mayOcclude(each, element, box)) ?? false),
    };
  };
}

export type CreateOverlapIndex = ReturnType<typeof makeOverlapIndex>;
