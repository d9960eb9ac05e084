import type { Dom } from './dom.ts';
import type { IsHandled } from './frameworks.ts';

/**
 * Why an element can be acted on, in the order in which it is asked: native control, widget role, own listener,
 * handler attribute, framework handler, focus. Runs inside the page: no name from outside.
 *
 * @param listenersOf `getEventListeners` of the command-line API
 */
export function makeEvidence(dom: Dom, listenersOf: (target: EventTarget) => object, isHandled: IsHandled) {
  const { tag, attribute, has } = dom;
  const roles = new Set(
    'button link checkbox radio switch tab menuitem menuitemcheckbox menuitemradio option treeitem combobox searchbox textbox slider spinbutton'.split(
      ' ',
    ),
  );
  const events =
    'click dblclick mousedown mouseup pointerdown pointerup contextmenu touchstart touchend dragstart drop'.split(
      ' ',
    );
  // Attributes that a framework reads in a listener far above.
  const leftovers = '[jsaction],[ng-click],[data-ng-click]';
  const { matches } = Element.prototype;

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
        return has(element, 'href');
      case 'summary':
        return true;
      case 'audio':
      case 'video':
        return has(element, 'controls');
      default:
        return false;
    }
  };

  const roleOf = (element: Element): string =>
    (attribute(element, 'role').trim().split(/\s+/)[0] ?? '').toLowerCase();

  const listens = (element: Element): boolean => {
    const found = listenersOf(element);
    // A root that frameworks delegate to listens for everything, on behalf of what is inside.
    if (Object.keys(found).length > 20) return false;
    for (const event of events) if (event in found) return true;
    return 'keydown' in found && has(element, 'tabindex');
  };

  const isEditable = (element: Element): boolean => {
    const value = has(element, 'contenteditable')
      ? attribute(element, 'contenteditable').toLowerCase()
      : 'false';
    return value === '' || value === 'true' || value === 'plaintext-only';
  };

  /** The first evidence that holds, or an empty string. */
  const whyOf = (element: Element, isBare: boolean): string => {
    const name = tag(element);
    if (isNative(element, name)) return 'native';
    if (isBare) return listens(element) ? 'listener' : isHandled(element) ? 'framework' : '';
    const role = roleOf(element);
    if (isEditable(element) || roles.has(role)) return 'role';
    if (name === 'label') return '';
    if (listens(element)) return 'listener';
    if (Reflect.apply(matches, element, [leftovers])) return 'handler';
    if (isHandled(element)) return 'framework';
    if (has(element, 'tabindex') && Number(attribute(element, 'tabindex')) >= 0) return 'focusable';
    if (attribute(element, 'draggable') === 'true') return 'focusable';
    return '';
  };

  return { whyOf, roleOf, isEditable, isWidgetRole: (role: string) => roles.has(role) };
}

export type Evidence = ReturnType<typeof makeEvidence>;
