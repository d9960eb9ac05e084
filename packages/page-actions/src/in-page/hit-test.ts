/** Where an element can be pressed, as the element's own document sees it. */
export interface HitTest {
  /** `free`: at `points`. `covered`: by the element at `x`, `y`. `none`: it has no box to press. */
  readonly state: 'free' | 'covered' | 'none';
  /** The best point, or the one where the cover lies. */
  readonly x: number;
  readonly y: number;
  /** Points that nothing covers, best first. */
  readonly points: readonly (readonly [number, number])[];
  /** What is pressed: the element, its label, or what is drawn in its place. */
  readonly by: 'self' | 'label' | 'proxy';
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly disabled: boolean;
  readonly focusable: boolean;
  /** It has gone from the document, which may have happened while it was waited for. */
  readonly isGone: boolean;
  /** Nothing of it is drawn, and it is no field that others draw in its place. */
  readonly isHidden: boolean;
}

/**
 * Brings an element into view in every region around it, waits until it stands still over two frames (500 ms at most)
 * and looks for points of it that nothing covers. A control that is not drawn is pressed through its label, or through
 * what is drawn in its place; `through` asks for the label even when the control is drawn. With `at`, only looks whether
 * that point is free still.
 */
export async function hitTest(
  element: Element,
  through: 'self' | 'label' = 'self',
  at: readonly [number, number] | null = null,
): Promise<HitTest> {
  const controls = 'input,select,textarea,button,a[href],[tabindex],[contenteditable]';
  const frame = () =>
    new Promise<void>((resolve) => {
      requestAnimationFrame(() => resolve());
      setTimeout(resolve, 50);
    });
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
  /** The shadow roots around the element, by their hosts: a closed one is known to nobody outside. */
  const rootsAround = new Map<Element, ShadowRoot>();
  for (let root = element.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode())
    rootsAround.set(root.host, root);
  const isDrawn = (target: Element): boolean => {
    const { width, height } = target.getBoundingClientRect();
    return (
      width > 1 &&
      height > 1 &&
      target.checkVisibility({ opacityProperty: target !== element, visibilityProperty: true })
    );
  };
  const isField = /^(input|select|textarea)$/.test(element.localName);
  const labels: unknown = Reflect.get(element, 'labels');
  const label =
    labels instanceof NodeList ? [...labels].find((one) => one instanceof Element && isDrawn(one)) : null;

  /** The nearest element around a field that holds no other control: what a designer has drawn in its place. */
  const wrapper = (): Element | null => {
    let found: Element | null = null;
    let node = above(element);
    for (let depth = 0; isField && node && depth < 3; depth += 1) {
      const isLarge = node.getBoundingClientRect().height > 100;
      if (isLarge || /^(body|form|main|section|article|dialog|td|li)$/.test(node.localName)) break;
      if ([...node.querySelectorAll(controls)].some((other) => other !== element)) break;
      found = node;
      if (isDrawn(node)) break;
      node = above(node);
    }
    return found;
  };
  const around = wrapper();
  const drawn = (): { target: Element; by: HitTest['by'] } | null => {
    if (through === 'label' && label instanceof Element) return { target: label, by: 'label' };
    if (isDrawn(element)) return { target: element, by: 'self' };
    if (label instanceof Element) return { target: label, by: 'label' };
    if (around && isDrawn(around)) return { target: around, by: 'proxy' };
    const inner = [...element.querySelectorAll('*')].find(isDrawn);
    return inner ? { target: inner, by: 'self' } : null;
  };
  const disabled =
    element.matches(':disabled') ||
    element.getAttribute('aria-disabled') === 'true' ||
    element.closest('[inert]') !== null;
  const focusable =
    (element instanceof HTMLElement || element instanceof SVGElement) && element.tabIndex >= 0;
  const found = drawn();
  const isHidden =
    !found &&
    !isField &&
    !/^(area|option)$/.test(element.localName) &&
    getComputedStyle(element).display !== 'contents' &&
    !element.checkVisibility({ visibilityProperty: true });
  const nowhere: HitTest = {
    ...{ state: 'none', x: 0, y: 0, points: [], by: 'self', disabled, focusable },
    ...{ box: { x: 0, y: 0, width: 0, height: 0 }, isGone: !element.isConnected, isHidden },
  };
  if (element instanceof HTMLAreaElement) return areaAim(element) ?? nowhere;
  if (!found) return nowhere;
  const { target, by } = found;

  const isInView = (): boolean => {
    const { left, top, right, bottom } = target.getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  };
  /** A link or button of its own in a label is no place to press the label. */
  const isForeign = (hit: Element | null): boolean => {
    const other = by === 'self' ? null : hit?.closest('a[href],button,input,select,textarea');
    return other !== null && other !== undefined && other !== element && contains(target, other);
  };
  const belongs = (hit: Element | null): boolean => !isForeign(hit) && isOfTarget(hit);
  const isOfTarget = (hit: Element | null): boolean =>
    contains(target, hit) ||
    contains(element, hit) ||
    (label instanceof Element && contains(label, hit)) ||
    (around !== null && contains(around, hit)) ||
    (hit !== null && /^(A|BUTTON|LABEL|SUMMARY)$/.test(hit.tagName) && contains(hit, element));
  const free = (): [number, number][] => pointsOf(target).filter(([x, y]) => belongs(hitAt(x, y)));

  if (at) {
    const [x, y] = at;
    const isFree = belongs(hitAt(x, y));
    return { ...nowhere, state: isFree ? 'free' : 'covered', x, y, points: isFree ? [[x, y]] : [], by };
  }
  if (!isInView() || free().length === 0) {
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  }
  await still();
  let points = free();
  // A bar that stays at an edge may lie over the middle of a small window.
  for (const block of ['end', 'start'] as const) {
    if (points.length > 0) break;
    const { x, y } = target.getBoundingClientRect();
    target.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
    const after = target.getBoundingClientRect();
    if (after.x !== x || after.y !== y) points = free();
  }
  if (points.length === 0 && !isInView()) {
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  }
  const { x: left, y: top, width, height } = target.getBoundingClientRect();
  const [x, y] = points[0] ?? pointsOf(target)[0] ?? [0, 0];
  return {
    ...{ state: points.length > 0 ? 'free' : 'covered', x, y, points, by, disabled, focusable },
    ...{ box: { x: left, y: top, width, height }, isGone: !element.isConnected, isHidden },
  };

  async function still(): Promise<void> {
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
  }

  function hitAt(x: number, y: number): Element | null {
    let hit = document.elementFromPoint(x, y);
    while (hit) {
      const root: ShadowRoot | null = hit.shadowRoot ?? rootsAround.get(hit) ?? null;
      const inner: Element | null = root?.elementFromPoint(x, y) ?? null;
      if (!inner || inner === hit) break;
      hit = inner;
    }
    return hit;
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
    const corners: [number, number][] = [
      [0.25, 0.75],
      [0.75, 0.25],
      [0.5, 0.1],
      [0.5, 0.9],
      [0.08, 0.5],
      [0.92, 0.5],
    ].map(([across = 0, down = 0]) => [left + width * across, top + height * down]);
    return [...parts, ...lines, ...corners];
  }

  /** A region of a picture has no box of its own: its middle comes from its coordinates. */
  function areaAim(area: HTMLAreaElement): HitTest | null {
    const map = area.closest('map');
    const picture = map && document.querySelector(`img[usemap="#${CSS.escape(map.name)}"]`);
    if (!picture) return null;
    picture.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const { x: left, y: top, width, height } = picture.getBoundingClientRect();
    const numbers = area.coords.split(',').map(Number);
    const across = numbers.filter((_, index) => index % 2 === 0);
    const down = numbers.filter((_, index) => index % 2 === 1);
    const isCircle = area.shape.startsWith('circ');
    const middle = (all: number[]): number => (Math.min(...all) + Math.max(...all)) / 2;
    const x = left + (numbers.length === 0 ? width / 2 : isCircle ? (numbers[0] ?? 0) : middle(across));
    const y = top + (numbers.length === 0 ? height / 2 : isCircle ? (numbers[1] ?? 0) : middle(down));
    const hit = hitAt(x, y);
    const state = hit === area || hit === picture ? 'free' : 'covered';
    const points: [number, number][] = state === 'free' ? [[x, y]] : [];
    const box = { x: left, y: top, width, height };
    return { state, x, y, points, by: 'self', box, disabled, focusable, isGone: !area.isConnected, isHidden };
  }
}

/** What lies at a point of a document, for the name of a cover. */
export function elementAt(self: Element, x: number, y: number): Element | null {
  const rootsAround = new Map<Element, ShadowRoot>();
  for (let root = self.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode())
    rootsAround.set(root.host, root);
  let found = document.elementFromPoint(x, y);
  while (found) {
    const root: ShadowRoot | null = found.shadowRoot ?? rootsAround.get(found) ?? null;
    const inner: Element | null = root?.elementFromPoint(x, y) ?? null;
    if (!inner || inner === found) break;
    found = inner;
  }
  return found;
}

/** Points of an inner frame as the document around it counts them, with what is free there. */
export type OuterPoints = readonly (readonly [x: number, y: number, isFree: boolean])[];

/**
 * Converts points of the content of an `iframe` to the document around it; the first one is brought into view in every
 * region around the frame.
 */
export function toOuterFrame(frame: Element, points: readonly (readonly [number, number])[]): OuterPoints {
  const outer = ([x, y]: readonly [number, number]): [number, number] => {
    const { left, top, width, height } = frame.getBoundingClientRect();
    const { paddingLeft, paddingTop } = getComputedStyle(frame);
    // A frame may be drawn larger or smaller than it is.
    const [across, down] =
      frame instanceof HTMLElement
        ? [width / (frame.offsetWidth || width), height / (frame.offsetHeight || height)]
        : [1, 1];
    return [
      left + (frame.clientLeft + Number.parseFloat(paddingLeft) + x) * across,
      top + (frame.clientTop + Number.parseFloat(paddingTop) + y) * down,
    ];
  };
  const rootsAround = new Map<Element, ShadowRoot>();
  for (let root = frame.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode())
    rootsAround.set(root.host, root);
  const hitAt = (x: number, y: number): Element | null => {
    let hit = document.elementFromPoint(x, y);
    while (hit) {
      const root: ShadowRoot | null = hit.shadowRoot ?? rootsAround.get(hit) ?? null;
      const inner: Element | null = root?.elementFromPoint(x, y) ?? null;
      if (!inner || inner === hit) break;
      hit = inner;
    }
    return hit;
  };
  const first = points[0];
  if (!first) return [];
  const [x, y] = outer(first);
  if (hitAt(x, y) !== frame) {
    for (let node = frame.parentNode; node; node = node instanceof ShadowRoot ? node.host : node.parentNode) {
      if (!(node instanceof Element) || node === document.scrollingElement) continue;
      const { overflowX, overflowY } = getComputedStyle(node);
      if (!/auto|scroll|overlay|hidden/.test(overflowX + overflowY)) continue;
      const region = node.getBoundingClientRect();
      const [left, top] = outer(first);
      if (top < region.top || top > region.bottom) node.scrollTop += top - (region.top + region.height / 2);
      if (left < region.left || left > region.right)
        node.scrollLeft += left - (region.left + region.width / 2);
    }
    const [left, top] = outer(first);
    if (left < 0 || top < 0 || left > innerWidth || top > innerHeight) {
      scrollBy({
        left: left > innerWidth || left < 0 ? left - innerWidth / 2 : 0,
        top: top - innerHeight / 2,
        behavior: 'instant',
      });
    }
  }
  return points.map((point) => {
    const [left, top] = outer(point);
    return [left, top, hitAt(left, top) === frame] as const;
  });
}
