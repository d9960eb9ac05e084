/** How far to scroll. */
export interface ScrollOrder {
  readonly direction: 'up' | 'down' | 'left' | 'right';
  /** Screens. */
  readonly amount: number;
  readonly to: 'top' | 'bottom' | null;
}

/**
 * Scrolls the nearest region that can move, from `start` outwards; for the page itself, its largest region when
 * the document cannot move. Answers whether anything moved. Runs inside the page: no name from outside.
 */
export function scrollRegion(start: Element, order: ScrollOrder, isPage: boolean): boolean {
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
  region ??= root;
  const before = [region.scrollLeft, region.scrollTop];
  const size = region === root ? [innerWidth, innerHeight] : [region.clientWidth, region.clientHeight];
  const sign = order.direction === 'up' || order.direction === 'left' ? -1 : 1;
  const step = sign * order.amount * ((isAcross ? size[0] : size[1]) ?? 0);
  if (order.to) region.scrollTo({ top: order.to === 'top' ? 0 : region.scrollHeight, behavior: 'instant' });
  else region.scrollBy({ left: isAcross ? step : 0, top: isAcross ? 0 : step, behavior: 'instant' });
  return before[0] !== region.scrollLeft || before[1] !== region.scrollTop;
}
