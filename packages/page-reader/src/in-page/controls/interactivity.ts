import type { Dom } from '../dom/dom.ts';

/**
 * Why an element can be acted on, in the order in which it is asked: native control, widget role, own listener,
 * handler attribute, framework handler, focus.
 *
 * @param listenersOf `getEventListeners` of the command-line API
 */
export function makeInteractivity(
  dom: Dom,
  listenersOf: (target: EventTarget) => object,
  isHandled: (element: Element) => boolean,
) {
  const { tag, attribute, has } = dom;
  const roles = new Set(
    'button link checkbox radio switch tab menuitem menuitemcheckbox menuitemradio option treeitem combobox searchbox textbox slider spinbutton'.split(
      ' ',
    ),
  );
  const events = new Set(
    'click dblclick auxclick mousedown mouseup pointerdown pointerup contextmenu touchstart touchend dragstart drop'.split(
      ' ',
    ),
  );
  // Attributes that a framework reads in a listener far above, or before it has begun.
  const frameworkAttributes =
    '[ng-click],[data-ng-click],[x-ng-click],[ng-mousedown],[phx-click],[on\\:click],[\\@click],[v-on\\:click],[x-on\\:click],[wire\\:click],[\\(click\\)],[data-bs-toggle]:not([data-bs-toggle="tooltip"],[data-bs-toggle="popover"]),[data-bs-dismiss],[data-bs-slide],[data-bs-slide-to]';
  // The same events as they stand in the markup, for browsers that do not tell of listeners.
  const inlineHandlers = [...events].map((event) => `[on${event}]`).join(',');
  const { matches } = Element.prototype;
  const matchesSelector = (element: Element, selector: string): boolean =>
    Reflect.apply(matches, element, [selector]);

  const isNative = (element: Element, name: string): boolean => {
    switch (name) {
      case 'button':
      case 'select':
      case 'textarea':
        return true;
      case 'input':
        return attribute(element, 'type').toLowerCase() !== 'hidden';
      case 'a':
      case 'area':
        return has(element, 'href') || has(element, 'xlink:href');
      case 'summary':
        return isFirstSummary(element);
      case 'audio':
      case 'video':
        return has(element, 'controls');
      default:
        return false;
    }
  };

  /** A `summary` that opens nothing is text. */
  const isFirstSummary = (element: Element): boolean => {
    const parent = element.parentElement;
    if (!parent || tag(parent) !== 'details') return false;
    for (const child of parent.children) if (tag(child) === 'summary') return child === element;
    return false;
  };

  const roleOf = (element: Element): string =>
    (attribute(element, 'role').trim().split(/\s+/)[0] ?? '').toLowerCase();

  const listens = (element: Element): boolean => {
    const found = listenersOf(element);
    let count = 0;
    let hearsPointer = false;
    for (const event in found) {
      count += 1;
      if (events.has(event)) hearsPointer = true;
    }
    // A root that frameworks delegate to listens for everything, on behalf of what is inside.
    if (count === 0 || count > 20) return false;
    return hearsPointer || ('keydown' in found && has(element, 'tabindex'));
  };

  /** `click:open;mouseover:show`: what stands alone is a click. */
  const hasAction = (element: Element): boolean => {
    if (!has(element, 'jsaction')) return false;
    return attribute(element, 'jsaction')
      .split(';')
      .some((part) => {
        const [first = '', ...rest] = part.trim().split(':');
        return first !== '' && (rest.length === 0 || events.has(first));
      });
  };

  const isEditable = (element: Element): boolean => {
    if (tag(element) === 'body' && document.designMode === 'on') return true;
    const value = has(element, 'contenteditable')
      ? attribute(element, 'contenteditable').toLowerCase()
      : 'false';
    return value === '' || value === 'true' || value === 'plaintext-only';
  };

  /** Tests whether somebody listens for the pointer on the element itself. */
  const handlerOf = (element: Element, isBare: boolean): string => {
    if (listens(element)) return 'listener';
    if (
      !isBare &&
      (matchesSelector(element, inlineHandlers) ||
        matchesSelector(element, frameworkAttributes) ||
        hasAction(element))
    )
      return 'handler';
    return isHandled(element) ? 'framework' : '';
  };

  /** The first evidence that holds, or an empty string. */
  const reasonFor = (element: Element, isBare: boolean): string => {
    const name = tag(element);
    if (isNative(element, name)) return 'native';
    if (isBare) return handlerOf(element, true);
    const role = roleOf(element);
    if (isEditable(element) || roles.has(role)) return 'role';
    // Cells and rows of a grid that take the focus are picked one by one, even when the grid hears for them.
    if ((role === 'gridcell' || role === 'row') && has(element, 'tabindex')) return 'role';
    const handler = handlerOf(element, false);
    if (handler) return handler;
    if (has(element, 'tabindex') && Number.parseInt(attribute(element, 'tabindex'), 10) >= 0)
      return 'focusable';
    return attribute(element, 'draggable').toLowerCase() === 'true' ? 'focusable' : '';
  };

  return { reasonFor, handlerOf, roleOf, isEditable, isWidgetRole: (role: string) => roles.has(role) };
}

export type Interactivity = ReturnType<typeof makeInteractivity>;
