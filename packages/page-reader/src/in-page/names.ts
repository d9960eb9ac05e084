import type { Dom } from './dom.ts';
import type { RawRequest } from './raw.ts';

/**
 * Names of elements: label, alternative text, own text, title, placeholder, neighbour, and at last words from an
 * icon. Shorter than the computation of the W3C (https://www.w3.org/TR/accname-1.2/), in the same order.
 * Runs inside the page: no name from outside.
 */
export function makeNames(dom: Dom) {
  const { tag, attribute, squeeze } = dom;
  const unnamed = new Set([
    'script',
    'style',
    'template',
    'noscript',
    'select',
    'textarea',
    'iframe',
    'datalist',
  ]);

  const fields = /^(input|select|textarea|meter|progress|output)$/;

  /** Characters of a name, and of the text that is looked at for it. */
  let longest = 100;
  let enough = 400;

  /** Begins a read: a text to take data from has names as a whole. */
  const begin = (mode: RawRequest['mode']): void => {
    longest = mode === 'extract' ? 2_000 : 100;
    enough = mode === 'extract' ? 2_400 : 400;
  };

  const cut = (text: string): string =>
    text.length <= longest
      ? text
      : `${text.slice(0, Math.ceil(longest * 0.66))}…${text.slice(-Math.floor(longest * 0.33))}`;

  /**
   * Shown text under a node, with alternative texts in place of pictures; stops when there is enough for a name.
   *
   * @param isApart elements inside whose text is not asked for
   */
  const textOf = (element: Element, limit = enough, isApart?: (inner: Element) => boolean): string => {
    if (!dom.holdsElements(element)) return squeeze(dom.textUnder(element).slice(0, 2 * limit));
    let text = '';
    const visit = (node: Node): void => {
      if (text.length > limit) return;
      if (dom.type(node) === 3) {
        text += dom.data(node);
        return;
      }
      if (!dom.isElement(node)) return;
      const name = tag(node);
      const isBare = dom.isBare(node);
      if (unnamed.has(name) || (!isBare && attribute(node, 'aria-hidden') === 'true')) return;
      if (name === 'br') {
        text += ' ';
        return;
      }
      if (isApart?.(node)) {
        text += ' ';
        return;
      }
      const alternative =
        (isBare ? '' : attribute(node, 'aria-label')) || (name === 'img' ? attribute(node, 'alt') : '');
      if (alternative) {
        text += ` ${alternative} `;
        return;
      }
      // The shapes of an icon have nothing to say, and there are many of them.
      if (name === 'svg' && dom.textUnder(node).trim() === '') return;
      const style = dom.style(node);
      const { display } = style;
      if (display === 'none' || style.visibility === 'hidden') return;
      const [before, after] = display.startsWith('inline') ? dom.margins(style) : [true, true];
      if (before) text += ' ';
      if (dom.holdsElements(node)) dom.eachChild(node, visit);
      else text += dom.textUnder(node);
      if (after) text += ' ';
    };
    dom.eachChild(element, visit);
    return squeeze(text);
  };

  const referenced = (element: Element, ids: string): string => {
    const root = dom.rootOf(element);
    if (!root || !ids) return '';
    return squeeze(
      ids
        .split(/\s+/)
        .map((id) => root.getElementById(id))
        .map((target) =>
          target
            ? attribute(target, 'aria-label') || textOf(target) || squeeze(target.textContent ?? '')
            : '',
        )
        .join(' '),
    );
  };

  const labelOf = (element: Element): string => {
    // A button says itself what it does, unless it is drawn as another control.
    const isDrawn = tag(element) === 'button' && /^(radio|checkbox|switch)$/.test(attribute(element, 'role'));
    if (!isDrawn && !fields.test(tag(element))) return '';
    const labels = dom.labelsOf(element);
    return squeeze(labels.map((label) => textOf(label) || squeeze(label.textContent ?? '')).join(' '));
  };

  const holder = /^(input|select|textarea|button)$/;

  /** Whether this is the label of another box to tick; those of fields may be meant for what is drawn over them. */
  const isTaken = (node: Node, element: Element): boolean => {
    if (!dom.isElement(node) || tag(node) !== 'label' || !attribute(node, 'for')) return false;
    const target = dom.rootOf(node)?.getElementById(attribute(node, 'for'));
    return (
      target != null &&
      target !== element &&
      tag(target) === 'input' &&
      /^(checkbox|radio)$/i.test(attribute(target, 'type'))
    );
  };

  /** What keeps a field apart from its neighbours. */
  const border = /^(li|tr|form|fieldset|section|article|dialog|body)$/;

  /** Text that stands beside a field; null when something else is nearer. */
  const textBeside = (element: Element, side: 'previousSibling' | 'nextSibling'): string | null => {
    for (let sibling = element[side]; sibling; sibling = sibling[side]) {
      if (dom.isElement(sibling)) {
        if (holder.test(tag(sibling)) || sibling.querySelector('input,select,textarea,button')) return null;
        if (unnamed.has(tag(sibling)) || dom.style(sibling).display === 'none') continue;
      }
      const text = squeeze(sibling.textContent ?? '');
      if (text && isTaken(sibling, element)) return null;
      if (text) return text.length <= 60 && /[\p{L}\p{N}]/u.test(text) ? text : null;
    }
    return '';
  };

  /** Text that stands directly before a field without a label: a sibling, or the cell to the left. */
  const neighbour = (element: Element, kind: string): string => {
    // What can be ticked stands before its text.
    const after = /^(checkbox|radio|switch)$/.test(kind) ? textBeside(element, 'nextSibling') : '';
    if (after) return after;
    let current: Element | null = element;
    for (let hop = 0; hop < 3 && current; hop += 1, current = dom.parentOf(current)) {
      const text = textBeside(current, 'previousSibling');
      if (text !== '') return text ?? '';
      if (border.test(tag(current))) return '';
    }
    return '';
  };

  const words = (text: string): string =>
    squeeze(
      text
        .replace(/([a-z])([A-Z])/g, '$1 $2')
        .split(/[^A-Za-z]+/)
        .filter(
          (word) =>
            (word.length > 2 || /^(up|go|ok)$/i.test(word)) &&
            !/^(icon|icons|svg|btn|button|fas|far|fab|img|css|the|png|jpg|webp|gif)$/i.test(word),
        )
        .slice(0, 4)
        .join(' '),
    ).toLowerCase();

  /** What follows the last slash of an address; a picture that stands in its address has no file. */
  const fileName = (address: string): string =>
    /^\s*(data|blob):/i.test(address) ? '' : ((address.split(/[?#]/)[0] ?? '').split('/').pop() ?? '');

  /** `(trash)` from what an icon is made of, else `(red 16x16)`. */
  const iconOf = (element: Element): string => {
    let found = '';
    const visit = (node: Node): void => {
      if (found || !dom.isElement(node)) return;
      const name = tag(node);
      if (name === 'title') found = squeeze(node.textContent ?? '');
      if (name === 'use')
        found = words((attribute(node, 'href') || attribute(node, 'xlink:href')).split('#').pop() ?? '');
      if (name === 'img') found = words(fileName(attribute(node, 'src')));
      if (!found && dom.has(node, 'data-icon')) found = words(attribute(node, 'data-icon'));
      if (!found && /^(i|svg|span)$/.test(name) && /icon|fa-|glyph/i.test(attribute(node, 'class'))) {
        found = words(attribute(node, 'class'));
      }
      if (!found) dom.eachChild(node, visit);
    };
    visit(element);
    if (!found) found = words(attribute(element, 'class'));
    if (found) return `(${found})`;
    const [, , width, height] = dom.box(element);
    const size = `${Math.round(width)}x${Math.round(height)}`;
    // The colours of its style are not those of the picture.
    if (tag(element) === 'img') return `(${size})`;
    const shape = shapeOf(element);
    const { backgroundColor, color, fill, stroke } = dom.style(element);
    const shown = shape
      ? isClear(fill)
        ? stroke
        : fill
      : isClear(backgroundColor)
        ? color
        : backgroundColor;
    return `(${shape ? `${colour(shown)} ${shape}` : colour(shown)} ${size})`;
  };

  /** Shows nothing but what is behind it. */
  const isBlank = (element: Element): boolean => {
    if (dom.holdsElements(element) || dom.textUnder(element).trim() !== '') return false;
    const { backgroundColor, backgroundImage } = dom.style(element);
    return isClear(backgroundColor) && backgroundImage === 'none';
  };

  const isClear = (paint: string): boolean => paint === 'none' || /^rgba\(.*, 0\)$|^transparent$/.test(paint);

  /** What a figure is called; an empty string for anything else. */
  const shapeOf = (element: Element): string => {
    if (!(element instanceof SVGGeometryElement)) return '';
    switch (tag(element)) {
      case 'rect':
        return 'rectangle';
      case 'polygon': {
        const corners =
          attribute(element, 'points')
            .trim()
            .split(/[\s,]+/).length / 2;
        return corners === 3 ? 'triangle' : 'polygon';
      }
      case 'path':
        return 'shape';
      default:
        return tag(element);
    }
  };

  const colour = (text: string): string => {
    const [red = 0, green = 0, blue = 0] = (text.match(/[\d.]+/g) ?? []).map(Number);
    const high = Math.max(red, green, blue);
    const low = Math.min(red, green, blue);
    if (high - low < 30) return high > 200 ? 'white' : high < 60 ? 'black' : 'grey';
    const span = high - low;
    const turn =
      high === red
        ? (green - blue) / span
        : high === green
          ? 2 + (blue - red) / span
          : 4 + (red - green) / span;
    const hue = (60 * turn + 360) % 360;
    const isDark = high < 160;
    if (hue < 15 || hue >= 345) return low > 150 ? 'pink' : 'red';
    if (hue < 42) return isDark ? 'brown' : 'orange';
    if (hue < 70) return isDark ? 'olive' : 'yellow';
    if (hue < 165) return 'green';
    if (hue < 195) return 'cyan';
    if (hue < 255) return 'blue';
    if (hue < 290) return 'purple';
    return low > 150 ? 'pink' : 'magenta';
  };

  /** Signs of private use are pictures of a font. */
  const isSaying = (text: string): boolean => text.length > 3 || /[^\p{Co}\s]/u.test(text);

  const fromContent =
    /^(button|link|tab|option|menuitem.*|treeitem|cell|item|summary|switch|checkbox|radio|gridcell|row)$/;

  /** The name of a control; `kind` decides whether its content, whose text is `content`, may name it. */
  const nameOf = (element: Element, kind: string, content: string): string => {
    const native = tag(element);
    const given =
      referenced(element, attribute(element, 'aria-labelledby')) ||
      squeeze(attribute(element, 'aria-label')) ||
      labelOf(element) ||
      squeeze(attribute(element, 'alt'));
    if (given) return cut(given);
    if (native === 'input') {
      const type = attribute(element, 'type').toLowerCase();
      if (/^(submit|reset|button)$/.test(type)) {
        const value: unknown = dom.property(element, 'value');
        return cut(
          typeof value === 'string' && value ? squeeze(value) : type === 'reset' ? 'Reset' : 'Submit',
        );
      }
    }
    const own = fromContent.test(kind) && native !== 'input' && isSaying(content) ? content : '';
    const rest = own || squeeze(attribute(element, 'title')) || squeeze(attribute(element, 'placeholder'));
    if (rest) return cut(rest);
    if (
      /^(input|select|textarea)$/.test(native) ||
      /^(textbox|combobox|searchbox|slider|spinbutton)$/.test(kind)
    ) {
      return cut(neighbour(element, kind) || squeeze(attribute(element, 'name')));
    }
    if (kind === 'scroll' || kind === 'textbox' || (kind === 'cell' && isBlank(element))) return '';
    return cut(iconOf(element));
  };

  /** The name of a landmark, form, list or table: only what its author wrote for it. */
  const groupName = (element: Element): string => {
    const given =
      referenced(element, attribute(element, 'aria-labelledby')) || squeeze(attribute(element, 'aria-label'));
    if (given) return cut(given);
    const native = tag(element);
    const captions = native === 'table' ? 'caption' : native === 'fieldset' ? 'legend' : '';
    const caption = captions ? element.querySelector(`:scope > ${captions}`) : null;
    return caption ? cut(textOf(caption)) : '';
  };

  return { begin, nameOf, groupName, textOf, labelOf, referenced, cut };
}

export type Names = ReturnType<typeof makeNames>;
