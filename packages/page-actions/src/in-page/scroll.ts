/** Direction and distance of scrolling. */
export interface ScrollOrder {
  readonly direction: 'up' | 'down' | 'left' | 'right';
  /** Screens. */
  readonly amount: number;
  readonly to: 'top' | 'bottom' | null;
}

/**
 * Scrolls the nearest region that can move, from `start` outwards; for the page itself, its largest region when
 * the document cannot move. Answers whether anything moved, or that nothing there scrolls at all.
 */
export function scrollRegion(
  start: Element,
  order: ScrollOrder,
  isPage: boolean,
): 'moved' | 'ended' | 'still' {
  const isAcross = order.direction === 'left' || order.direction === 'right';
  const canMove = (element: Element): boolean => {
    const { overflowX, overflowY } = getComputedStyle(element);
    const isRoot = element === document.scrollingElement;
    const length = isAcross
      ? element.scrollWidth - element.clientWidth
      : element.scrollHeight - element.clientHeight;
    return length > 1 && (isRoot || /^(auto|scroll|overlay)$/.test(isAcross ? overflowX : overflowY));
  };
  const root = document.scrollingElement ?? document.documentElement;
  const largest = (): Element | null => {
    let best: Element | null = null;
    let bestArea = 0;
    for (const element of document.querySelectorAll('*')) {
      const area = element.clientWidth * element.clientHeight;
      if (area > bestArea && canMove(element)) {
        best = element;
        bestArea = area;
      }
    }
    return best;
  };
  let region: Element | null = isPage ? (canMove(root) ? root : largest()) : start;
  while (region && !canMove(region)) {
    const parent: Node | null = region.assignedSlot ?? region.parentNode;
    region = parent instanceof ShadowRoot ? parent.host : parent instanceof Element ? parent : null;
  }
  if (!region) return 'still';
  const before = [region.scrollLeft, region.scrollTop];
  const size = region === root ? [innerWidth, innerHeight] : [region.clientWidth, region.clientHeight];
  const sign = order.direction === 'up' || order.direction === 'left' ? -1 : 1;
  const step = sign * order.amount * ((isAcross ? size[0] : size[1]) ?? 0);
  if (order.to) region.scrollTo({ top: order.to === 'top' ? 0 : region.scrollHeight, behavior: 'instant' });
  else region.scrollBy({ left: isAcross ? step : 0, top: isAcross ? 0 : step, behavior: 'instant' });
  return before[0] !== region.scrollLeft || before[1] !== region.scrollTop ? 'moved' : 'ended';
}

/** Returns the upper left corner of an element in the viewport of its document. */
export function cornerOf(element: Element): readonly [number, number] {
  const { x, y } = element.getBoundingClientRect();
  return [x, y];
}

/** Scrolls an element into view; true when anything moved. */
export function bringIntoView(element: Element): boolean {
  const before = element.getBoundingClientRect();
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const after = element.getBoundingClientRect();
  return before.x !== after.x || before.y !== after.y;
}
