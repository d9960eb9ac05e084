/** Where an element can be pressed, as the element's own document sees it. */
export interface Aim {
  /** `free`: at `x`, `y`. `covered`: by the element at that point. `none`: it has no box to press. */
  readonly state: 'free' | 'covered' | 'none';
  readonly x: number;
  readonly y: number;
  readonly disabled: boolean;
  readonly focusable: boolean;
}

/**
 * Brings an element into view, waits until it stands still over two frames (500 ms at most) and looks for a point
 * of it that nothing covers. A control that is not drawn is pressed through its label.
 * Runs inside the page: no name from outside.
 */
export async function aimAt(element: Element): Promise<Aim> {
  const frame = () =>
    new Promise<void>((resolve) => {
      requestAnimationFrame(() => resolve());
      setTimeout(resolve, 50);
    });
  const labels: unknown = Reflect.get(element, 'labels');
  const label = labels instanceof NodeList && labels[0] instanceof HTMLElement ? labels[0] : null;
  const isDrawn = (target: Element): boolean => {
    const { width, height } = target.getBoundingClientRect();
    return (
      width > 1 &&
      height > 1 &&
      target.checkVisibility({ opacityProperty: target !== element, visibilityProperty: true })
    );
  };
  const target = isDrawn(element) || !label || !isDrawn(label) ? element : label;
  const disabled = element.matches(':disabled') || element.getAttribute('aria-disabled') === 'true';
  const focusable = element instanceof HTMLElement && element.tabIndex >= 0;
  const none: Aim = { state: 'none', x: 0, y: 0, disabled, focusable };
  if (!isDrawn(target)) return none;

  const isInView = (): boolean => {
    const { left, top, right, bottom } = target.getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  };
  const hit = (x: number, y: number): Element | null => {
    let found = document.elementFromPoint(x, y);
    while (found?.shadowRoot) {
      const inner: Element | null = found.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === found) break;
      found = inner;
    }
    return found;
  };
  const above = (node: Element): Element | null => {
    if (node.assignedSlot) return node.assignedSlot;
    if (node.parentElement) return node.parentElement;
    const root = node.getRootNode();
    return root instanceof ShadowRoot ? root.host : null;
  };
  const contains = (outer: Element, inner: Element | null): boolean => {
    for (let node = inner; node; node = above(node)) if (node === outer) return true;
    return false;
  };
  const belongs = (found: Element | null): boolean =>
    contains(target, found) ||
    contains(element, found) ||
    (label !== null && contains(label, found)) ||
    (found !== null && /^(A|BUTTON|LABEL|SUMMARY)$/.test(found.tagName) && contains(found, element));

  if (!isInView() || !belongs(hit(...middle()))) {
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  }
  const until = performance.now() + 500;
  let before = target.getBoundingClientRect();
  while (performance.now() < until) {
    await frame();
    const after = target.getBoundingClientRect();
    const isSame =
      before.x === after.x &&
      before.y === after.y &&
      before.width === after.width &&
      before.height === after.height;
    before = after;
    if (isSame) break;
  }
  const points = pointsOf(target);
  for (const [x, y] of points) if (belongs(hit(x, y))) return { state: 'free', x, y, disabled, focusable };
  const [x, y] = points[0] ?? [0, 0];
  return { state: 'covered', x, y, disabled, focusable };

  function middle(): [number, number] {
    const { left, top, width, height } = target.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  }

  /** Points of the part in view: the middle, a grid around it, and the middles of the lines of a text that wraps. */
  function pointsOf(node: Element): [number, number][] {
    const box = node.getBoundingClientRect();
    const left = Math.max(0, box.left);
    const top = Math.max(0, box.top);
    const width = Math.min(innerWidth, box.right) - left;
    const height = Math.min(innerHeight, box.bottom) - top;
    const parts: [number, number][] = [0.5, 0.25, 0.75].map((part) => [
      left + width * part,
      top + height * part,
    ]);
    const lines = [...node.getClientRects()].map((line): [number, number] => [
      line.left + line.width / 2,
      line.top + line.height / 2,
    ]);
    return [
      ...parts,
      ...lines,
      [left + width * 0.25, top + height * 0.75],
      [left + width * 0.75, top + height * 0.25],
    ];
  }
}

/** What lies at a point of a document, for the name of a cover. Runs inside the page: no name from outside. */
export function elementAt(_self: Element, x: number, y: number): Element | null {
  let found = document.elementFromPoint(x, y);
  while (found?.shadowRoot) {
    const inner: Element | null = found.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === found) break;
    found = inner;
  }
  return found;
}

/** Whether something is a menu or a hint, which Escape closes. Runs inside the page: no name from outside. */
export function isFleeting(cover: Element): boolean {
  return cover.closest('[role="menu"],[role="listbox"],[role="tooltip"],[popover]') !== null;
}

/** Where the content of an `iframe` begins; scrolled into view first. Runs inside the page: no name from outside. */
export function frameOrigin(frame: Element, x: number, y: number): { x: number; y: number; isFree: boolean } {
  const place = () => {
    const { left, top } = frame.getBoundingClientRect();
    const { paddingLeft, paddingTop } = getComputedStyle(frame);
    return {
      x: left + frame.clientLeft + Number.parseFloat(paddingLeft),
      y: top + frame.clientTop + Number.parseFloat(paddingTop),
    };
  };
  let at = place();
  if (at.x + x < 0 || at.y + y < 0 || at.x + x > innerWidth || at.y + y > innerHeight) {
    const { height } = frame.getBoundingClientRect();
    if (height > innerHeight) scrollBy({ top: at.y + y - innerHeight / 2, behavior: 'instant' });
    else frame.scrollIntoView({ block: 'center', behavior: 'instant' });
    at = place();
  }
  const found = document.elementFromPoint(at.x + x, at.y + y);
  return { ...at, isFree: found === frame || (found?.shadowRoot?.contains(frame) ?? false) };
}
