import type { Dom } from '../dom/dom.ts';
import type { ElementNames } from '../names/element-names.ts';
import type { StyleSubset } from '../visibility/style-cache.ts';
import type { Visibility } from '../visibility/visibility.ts';
import type { ControlState } from './control-state.ts';
import type { ControlWrappers } from './control-wrappers.ts';
import type { Interactivity } from './interactivity.ts';

/** Dependencies of the texts of listed elements. */
export interface ControlTextDeps {
  readonly dom: Dom;
  readonly names: ElementNames;
  readonly interactivity: Interactivity;
  readonly controlState: ControlState;
  readonly visibility: Visibility;
  readonly wrappers: ControlWrappers;
}

/**
 * Decides which text of a listed element names it, and whether that is all that the element says.
 */
export function makeControlText({
  dom,
  names,
  interactivity,
  controlState,
  visibility,
  wrappers,
}: ControlTextDeps) {
  const { tag } = dom;
  /** A name of more characters is cut. */
  const longestName = 100;
  const isListenerReason = (why: string): boolean =>
    why === 'listener' || why === 'handler' || why === 'framework';

  /** Tests whether a name says all that is shown; a sign or a letter beside it says nothing. */
  const saysAllOf = (name: string, content: string): boolean => {
    if (name === content) return true;
    const said = name.toLowerCase();
    return (content.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).every(
      (word) => (word.length < 2 && !/\p{N}/u.test(word)) || said.includes(word),
    );
  };

  /** Tests for table cells, whose texts are not joined into one. */
  const holdsCells = (node: Element, { display }: StyleSubset): boolean =>
    dom.firstElement(node) !== null &&
    (display === 'table-row' ||
      interactivity.roleOf(node) === 'row' ||
      node.querySelector('td,th,[role="row"],[role="cell"],[role="gridcell"]') !== null);

  /** Only drawings take a click anywhere in them; what else fills the page and listens does so for what is inside. */
  const isContainer = (node: Element, name: string, area: number): boolean =>
    name !== 'canvas' && name !== 'svg' && area > 0.5 * innerWidth * innerHeight && dom.holdsElements(node);

  /** Tests whether the text of an element is longer than a name may be; what is hidden of it does not count. */
  const isLong = (node: Element): boolean =>
    dom.textUnder(node).length > longestName && names.textOf(node).length > longestName;

  /** Tests whether an element inside another one is listed by itself: it prints what it is called. */
  const isOwnControl = (inner: Element): boolean => {
    const why = interactivity.reasonFor(inner, dom.isBare(inner));
    if (why !== 'native' && why !== 'role' && !isListenerReason(why)) return false;
    const box = dom.box(inner);
    if (!visibility.isBig(box) || dom.has(inner, 'inert')) return false;
    if (isListenerReason(why) && isContainer(inner, tag(inner), box[2] * box[3])) return false;
    return dom.style(inner).pointerEvents !== 'none' || controlState.isDisabled(inner);
  };

  /** Text that may name an element: without that of controls inside, unless there is no other. */
  const contentOf = (node: Element, kind: string): { content: string; inner: readonly Element[] } => {
    if (kind === 'treeitem') return { content: names.contentOf(node, kind), inner: [] };
    const inner: Element[] = [];
    const note = (each: Element): boolean => {
      const isOwn = isOwnControl(each);
      if (isOwn) inner.push(each);
      return isOwn;
    };
    const own = tag(node) === 'button' ? '' : names.textOf(node, 400, note);
    return { content: own || names.textOf(node), inner };
  };

  /** Tests whether what listens may turn out to be none: it frames a field, holds controls, or only delegates. Its text is not its name then. */
  const mayBeWrapper = (node: Element, inner: readonly Element[]): boolean =>
    inner.length > 20 ||
    (inner.length > 0 && wrappers.isContainer(node)) ||
    (inner.length === 1 && inner.some((each) => /^(input|textarea|select)$/.test(tag(each))));

  return {
    longestName,
    isListenerReason,
    saysAllOf,
    holdsCells,
    isContainer,
    isLong,
    contentOf,
    mayBeWrapper,
  };
}

export type ControlText = ReturnType<typeof makeControlText>;
