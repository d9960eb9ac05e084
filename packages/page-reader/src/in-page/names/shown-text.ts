import type { Dom } from '../dom/dom.ts';
import type { RawRequest } from '../raw-frame.ts';

/** Text that is shown under an element. */
export function makeShownText(dom: Dom) {
  const { tag, attribute, squeeze } = dom;
  const textless = new Set(
    'script style template noscript select textarea iframe datalist object head meter progress'.split(' '),
  );

  /** The label of an icon that only repeats the file name or class of the icon, such as `caret-down`. */
  const isFileName = (icon: Element, label: string): boolean => {
    if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(label)) return false;
    const picture = icon.querySelector('svg');
    return (
      (picture !== null && attribute(picture, 'data-icon') === label) ||
      attribute(icon, 'class')
        .split(/\s+/)
        .some((name) => name.endsWith(`-${label}`))
    );
  };

  /** Returns the text alternative of an element. File names of icons are marked, because they were not written for readers. */
  const alternativeOf = (element: Element, name: string): { text: string; isFileName: boolean } => {
    const label = attribute(element, 'aria-label');
    if (label) {
      return { text: label, isFileName: attribute(element, 'role') === 'img' && isFileName(element, label) };
    }
    if (name === 'img') return { text: attribute(element, 'alt'), isFileName: false };
    if (name !== 'svg') return { text: '', isFileName: false };
    const title = element.querySelector(':scope > title');
    return { text: title ? dom.textUnder(title) : '', isFileName: false };
  };

  interface CollectOptions {
    /** Characters after which there is enough. */
    readonly limit: number;
    /** Takes no text of these. */
    readonly skips?: (element: Element) => boolean;
    /** Takes text that is hidden from assistive software, such as a sign, as well. */
    readonly takesSigns?: boolean;
  }

  const collect = (
    root: Element,
    { limit, skips, takesSigns }: CollectOptions,
  ): { text: string; icons: string } => {
    let text = '';
    let icons = '';
    const visit = (node: Node): void => {
      if (text.length > limit) return;
      if (dom.type(node) === 3) {
        text += dom.data(node);
        return;
      }
      if (!dom.isElement(node)) return;
      const name = tag(node);
      if (textless.has(name)) return;
      if (name === 'br' || skips?.(node)) {
        text += ' ';
        return;
      }
      const isBare = dom.isBare(node);
      const isHiddenSign = !isBare && attribute(node, 'aria-hidden') === 'true';
      if (isHiddenSign && !takesSigns) return;
      const alternative = isBare && name !== 'svg' ? null : alternativeOf(node, name);
      if (alternative?.text) {
        if (isHiddenOrAriaHidden(node)) return;
        if (alternative.isFileName) icons ||= alternative.text;
        else text += ` ${alternative.text} `;
        return;
      }
      // The shapes of an icon have nothing to say, and there are many of them.
      if (name === 'svg' && dom.textUnder(node).trim() === '') return;
      const style = dom.style(node);
      if (isHidden(style)) return;
      const [before, after] = style.display.startsWith('inline') ? dom.margins(style) : [true, true];
      if (before) text += ' ';
      each(node, name, visit);
      if (after) text += ' ';
    };
    each(root, tag(root), visit);
    return { text: squeeze(text), icons: squeeze(icons) };
  };

  const each = (element: Element, name: string, visit: (node: Node) => void): void => {
    if (name === 'details' && !dom.has(element, 'open')) {
      const summary = element.querySelector(':scope > summary');
      if (summary) visit(summary);
    } else dom.eachChild(element, visit);
  };

  const isHidden = (style: CSSStyleDeclaration): boolean =>
    style.display === 'none' || style.visibility !== 'visible' || style.contentVisibility === 'hidden';

  /** Tests whether nobody sees the content of an element, or whether it is kept from assistive software. */
  const isHiddenOrAriaHidden = (element: Element): boolean =>
    attribute(element, 'aria-hidden') === 'true' ||
    isHidden(dom.style(element)) ||
    !dom.renders(element, false);

  /** Characters of text that are read for a name. */
  let nameLimit = 400;

  /** Begins a read: a text to take data from has names as a whole. */
  const begin = (mode: RawRequest['mode']): void => {
    nameLimit = mode === 'extract' ? 2_400 : 400;
  };

  /**
   * Text with alternative texts in place of pictures; stops when there is enough for a name.
   *
   * @param skips elements inside whose text is not asked for
   */
  const textOf = (element: Element, limit = nameLimit, skips?: (inner: Element) => boolean): string => {
    if (!dom.holdsElements(element)) return squeeze(dom.textUnder(element).slice(0, 2 * limit));
    const { text, icons } = collect(element, skips ? { limit, skips } : { limit });
    return text || icons;
  };

  /** Returns the text of an element apart from the names of its icons; `text` is what is known of it already. */
  const textAndIcons = (element: Element, text: string): { text: string; icons: string } =>
    text !== '' && dom.holdsElements(element) && /^[a-z\d-]+$/.test(text)
      ? collect(element, { limit: nameLimit })
      : { text, icons: '' };

  /** The same of a label, without the value of a field that stands in it. */
  const labelText = (label: Element): string => {
    if (!dom.holdsElements(label)) return textOf(label);
    return collect(label, { limit: nameLimit, skips: (element) => tag(element) === 'output' }).text;
  };

  /** Text of an entry without that of the groups of entries in it. */
  const entryText = (entry: Element): string => {
    const isBelow = (element: Element): boolean => /^(group|tree|treeitem)$/.test(attribute(element, 'role'));
    const { text, icons } = collect(entry, { limit: nameLimit, skips: isBelow });
    return text || icons;
  };

  /** Text of an element that is shown and is meant for everybody; empty for what is hidden in any way. */
  const shownText = (element: Element): string => (isHiddenOrAriaHidden(element) ? '' : labelText(element));

  /** Returns the text of an element including signs that are hidden from assistive software. */
  const signsOf = (element: Element): string => collect(element, { limit: 40, takesSigns: true }).text;

  return {
    begin,
    textOf,
    entryText,
    textAndIcons,
    labelText,
    shownText,
    signsOf,
    isHiddenOrAriaHidden,
    isHidden,
  };
}

export type ShownText = ReturnType<typeof makeShownText>;
