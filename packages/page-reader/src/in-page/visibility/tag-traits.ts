import type { Dom } from '../dom/dom.ts';
import type { MainWorldReport } from '../main-world/main-world-report.ts';
import type { RawBox } from '../raw-frame.ts';
import type { StyleGroup, StyleSubset } from './style-cache.ts';

/** A drawing as the traversal visits it. */
interface VisitedDrawing {
  readonly box: RawBox;
  readonly cursor: string;
  readonly style: StyleSubset;
  readonly styleGroup: StyleGroup;
}

/** Traits of elements by tag name, attributes and listeners. */
export function makeTagTraits(dom: Dom, { hasReport }: Pick<MainWorldReport, 'hasReport'>) {
  const { attribute } = dom;
  const setOf = (words: string): Set<string> => new Set(words.split(' '));
  const skippedTags = setOf(
    'script style template head noscript meta link title datalist param source track base object embed',
  );
  const atomicTags = setOf('input select textarea canvas audio video img br hr progress meter');
  /** Elements that only style a stretch of text, unless something speaks for more. */
  const inlineTextTags = setOf(
    'b i em strong span small s u sub sup mark code time abbr cite q var kbd samp font bdi bdo data ins del dfn',
  );
  /** Elements that only stack what is inside. */
  const blockTags = setOf(
    'div p h1 h2 h3 h4 h5 h6 section article header footer ul ol li dl dt dd table thead tbody tr td th figure figcaption blockquote',
  );
  /** Of them those that are no group, title or row either, unless they hold many of a kind. */
  const neutralTags = setOf('div p dl dt dd figure figcaption blockquote');
  /** Of all these, those that may have a shadow root: https://dom.spec.whatwg.org/#valid-shadow-host-name */
  const shadowHostTags = setOf('div p span blockquote h1 h2 h3 h4 h5 h6');
  const isHeading = (name: string): boolean => name.length === 2 && /^h[1-6]$/.test(name);
  const sectioningTags = setOf('main article section aside li dialog');

  /** Nothing but text in another look: it is neither listed nor a group, a message or a heading. */
  const isInlineText = (node: Element, name: string, styleGroup: StyleGroup): boolean =>
    inlineTextTags.has(name) && isStyleOnly(node, name, styleGroup);

  /** Neither its attributes nor its class nor anybody else says more of it than how it looks. */
  const isStyleOnly = (node: Element, name: string, styleGroup: StyleGroup): boolean =>
    styleGroup.isBare &&
    !styleGroup.isMessage &&
    !hasReport(node) &&
    !(shadowHostTags.has(name) && dom.rootIn(node) !== null);

  /** Nothing to list, to clip or to lay on top: far from the viewport it does not matter where it is exactly. */
  const isPlainBox = (
    node: Element,
    name: string,
    styleGroup: StyleGroup,
    { overflowX }: StyleSubset,
  ): boolean =>
    (styleGroup.isPicture || (styleGroup.isBare && overflowX === 'visible' && blockTags.has(name))) &&
    !hasReport(node);

  /** A picture that is no `img`; one that is a letter or a sign prints as that. */
  const isDrawnImage = (node: Element, name: string, styleGroup: StyleGroup): boolean =>
    !styleGroup.isBare &&
    attribute(node, 'role') === 'img' &&
    (name === 'svg' || dom.squeeze(dom.textUnder(node)) === '');

  /** Parts of a drawing that are read or acted on by themselves. */
  const meaningfulShapeTags = setOf('a text foreignObject switch');

  /**
   * Returns the number of shapes of an icon-sized drawing when none of them is text, a link or interactive; 0
   * for any other. Icons are most of the elements of many pages.
   */
  const iconShapeCount = (svg: Element, { box, cursor, style, styleGroup }: VisitedDrawing): number => {
    if (box[2] > 64 || box[3] > 64) return 0;
    const isKnown = style === styleGroup.style;
    const shapes = svg.querySelectorAll('*');
    for (const shape of shapes) {
      if (meaningfulShapeTags.has(dom.tag(shape)) || hasReport(shape)) return 0;
      if (dom.has(shape, 'tabindex') || dom.has(shape, 'role')) return 0;
      if (!isKnown && dom.style(shape).cursor !== cursor) return 0;
    }
    return shapes.length;
  };

  const fields = 'input:not([type=hidden]),select,textarea';
  const { querySelector } = Element.prototype;

  const messageOf = (node: Element, styleGroup: StyleGroup): 'alert' | 'status' | null => {
    if (!styleGroup.isBare) {
      const role = attribute(node, 'role');
      const live = attribute(node, 'aria-live');
      if (role === 'alert' || role === 'alertdialog' || live === 'assertive') return 'alert';
      if (role === 'status' || live === 'polite') return 'status';
    }
    // What holds a field is in a state of error, and its text is no message.
    return styleGroup.isMessage && Reflect.apply(querySelector, node, [fields]) === null ? 'alert' : null;
  };

  /** Words that a style sheet puts before or after the content of an element; single letters are signs of icon fonts. */
  const generatedText = (node: Element, pseudo: '::before' | '::after'): string => {
    const style = dom.pseudoStyle(node, pseudo);
    const { content } = style;
    if (!/[\p{L}\p{N}]{2}/u.test(content) || style.display === 'none') return '';
    if (style.visibility !== 'visible' || Number(style.opacity) < 0.01) return '';
    // `counter(n) ". " attr(x)`: strings are all that is known of it. What follows a slash is its alternative text.
    const texts = content.split(' / ')[0]?.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
    const text = texts.map((each) => each.slice(1, -1).replaceAll(/\\(.)/g, '$1')).join('');
    if (!/[\p{L}\p{N}]{2}/u.test(text)) return '';
    const isApart = !style.display.startsWith('inline') || style.position === 'absolute';
    return isApart ? ` ${text} ` : text;
  };

  const both: readonly [boolean, boolean] = [true, true];
  const neither: readonly [boolean, boolean] = [false, false];

  /** Tests whether words before and after an element in a line stand apart from its own: for boxes, breaks and margins. */
  const wordGaps = (
    node: Element,
    name: string,
    display: string,
    { far, isTextConsumed }: { readonly far: boolean; readonly isTextConsumed: boolean },
  ): readonly [boolean, boolean] => {
    if (name === 'br' || display.startsWith('inline-')) return both;
    return far || isTextConsumed ? neither : dom.margins(dom.style(node));
  };

  return {
    wordGaps,
    generatedText,
    skippedTags,
    atomicTags,
    inlineTextTags,
    neutralTags,
    sectioningTags,
    isHeading,
    isStyleOnly,
    isInlineText,
    isPlainBox,
    messageOf,
    isDrawnImage,
    iconShapeCount,
  };
}

export type TagTraits = ReturnType<typeof makeTagTraits>;
