import type { Dom } from '../dom/dom.ts';
import type { ElementIds } from '../identity/element-ids.ts';
import type { RawBox } from '../raw-frame.ts';
import type { StyleSubset } from '../visibility/style-cache.ts';

/** Hit tests, and detection of layers such as dialogs. */
export function makeLayers(dom: Dom, ids: ElementIds) {
  const { tag, attribute } = dom;

  /** The innermost element at a point, through shadow roots. */
  const elementAt = (x: number, y: number): Element | null => {
    let found = document.elementFromPoint(x, y);
    for (let depth = 0; found && depth < 20; depth += 1) {
      const inner: Element | null = dom.rootIn(found)?.elementFromPoint(x, y) ?? null;
      if (!inner || inner === found) break;
      found = inner;
    }
    return found;
  };

  const points = ([x, y, width, height]: RawBox): [number, number][] => {
    const left = Math.max(x, 0);
    const top = Math.max(y, 0);
    const right = Math.min(x + width, window.innerWidth);
    const bottom = Math.min(y + height, window.innerHeight);
    return [0.5, 0.25, 0.75].map((part) => [left + (right - left) * part, top + (bottom - top) * part]);
  };

  const isSame = (target: Element, found: Element): boolean => {
    if (dom.contains(target, found)) return true;
    if (dom.labelsOf(target).some((label) => dom.contains(label, found))) return true;
    // The control is drawn by what encloses it, such as a link around a picture.
    return dom.contains(found, target) && /^(a|button|label|summary)$/.test(tag(found));
  };

  /** A free point of the target, or the element that covers it. */
  const hitTest = (
    target: Element,
    box: RawBox,
  ): { point: [number, number] } | { occluder: Element | null } => {
    let occluder: Element | null = null;
    for (const point of points(box)) {
      const found = elementAt(point[0], point[1]);
      if (found && isSame(target, found)) return { point };
      occluder ??= found;
    }
    return { occluder };
  };

  /** Returns the name of an occluder: its id when it is listed, else the nearest landmark, else its tag. */
  const occluderName = (occluder: Element | null): string => {
    for (let element = occluder; element; element = dom.parentOf(element)) {
      const number = ids.knownNumber(element);
      if (number !== undefined) return `#${number}`;
      const role = attribute(element, 'role');
      if (/^(alertdialog|dialog|menu|listbox|banner|navigation)$/.test(role)) return role;
      if (/^(dialog|header|nav|footer|aside|form)$/.test(tag(element))) return tag(element);
    }
    return occluder ? (/^[a-z][\w-]*$/.test(tag(occluder)) ? tag(occluder) : 'element') : 'nothing';
  };

  const isLarge = ([, , width, height]: RawBox): boolean =>
    width * height > 0.3 * window.innerWidth * window.innerHeight;

  /** Layers above the page that the current read has found. */
  let openLayers: Element[] = [];
  /** A layer shuts the page off when it takes this share of the points of a grid over the viewport. */
  const mostPoints = 0.9;
  const parts = [0.1, 0.3, 0.5, 0.7, 0.9];

  /** Tests whether an element lies in a layer, or is the backdrop of one. */
  const belongsToLayer = (found: Element): boolean => {
    if (openLayers.some((layer) => dom.contains(layer, found))) return true;
    return !dom.holdsElements(found) && dom.style(found).position === 'fixed' && isLarge(dom.box(found));
  };

  const isPageBlocked = (): boolean => {
    if (openLayers.length === 0) return false;
    if (openLayers.some((layer) => tag(layer) === 'dialog' && layer.matches(':modal'))) return true;
    const hits = parts.flatMap((x) =>
      parts.map((y) => elementAt(x * window.innerWidth, y * window.innerHeight)),
    );
    const taken = hits.filter((found) => found !== null && belongsToLayer(found));
    return taken.length >= mostPoints * hits.length;
  };

  /** Tests whether an element that is shown opens a layer of its own above the page. */
  const isLayer = (
    element: Element,
    style: StyleSubset,
    { position, box, isBare }: { position: string; box: RawBox; isBare: boolean },
  ): boolean => {
    if (tag(element) === 'dialog') return true;
    const floats = position === 'fixed' || position === 'absolute';
    if (isBare && !floats) return false;
    if (dom.has(element, 'popover')) return true;
    const role = attribute(element, 'role');
    if (role === 'dialog' || role === 'alertdialog')
      return floats || attribute(element, 'aria-modal') === 'true';
    if (role === 'menu' || role === 'listbox') return floats;
    if (position !== 'fixed' || !isLarge(box)) return false;
    return style.zIndex !== 'auto' && Number(style.zIndex) > 0;
  };

  return {
    elementAt,
    hitTest,
    occluderName,
    /** Ends a read: whether the layers that it came upon leave nothing of the page to see and to use. */
    endRead(): boolean {
      const covered = isPageBlocked();
      openLayers = [];
      return covered;
    },
    /** Tests whether an element that is shown opens a layer of its own above the page; it is remembered. */
    opensLayer(...[element, style, place]: Parameters<typeof isLayer>): boolean {
      const opens = isLayer(element, style, place);
      if (opens) openLayers.push(element);
      return opens;
    },
  };
}

export type Layers = ReturnType<typeof makeLayers>;
