/**
 * The browser's functions that are needed in the page's own world, to be taken before a page's script may change them.
 */
export function takeBuiltIns() {
  const { apply, defineProperty, getOwnPropertyDescriptor, deleteProperty } = Reflect;
  const getterOf = <Value>(prototype: object, name: string): (() => Value | undefined) =>
    getOwnPropertyDescriptor(prototype, name)?.get ?? (() => undefined);
  const weakMap = WeakMap.prototype;
  return {
    apply,
    defineProperty,
    deleteProperty,
    getOwnPropertyDescriptor,
    Proxy,
    WeakMap,
    weakGet: weakMap.get,
    weakSet: weakMap.set,
    hasOwn: Object.prototype.hasOwnProperty,
    parse: JSON.parse,
    InputEvent,
    FocusEvent,
    inputData: getterOf<string | null>(InputEvent.prototype, 'data'),
    addEventListener: EventTarget.prototype.addEventListener,
    removeEventListener: EventTarget.prototype.removeEventListener,
    dispatchEvent: EventTarget.prototype.dispatchEvent,
    createComment: Document.prototype.createComment,
    allOfDocument: Document.prototype.querySelectorAll,
    allOfFragment: DocumentFragment.prototype.querySelectorAll,
    lengthOfList: getterOf<number>(NodeList.prototype, 'length'),
    openRoot: getterOf<ShadowRoot | null>(Element.prototype, 'shadowRoot'),
    tree: {
      firstOfDocument: getterOf<Element | null>(Document.prototype, 'firstElementChild'),
      firstOfFragment: getterOf<Element | null>(DocumentFragment.prototype, 'firstElementChild'),
      firstOfElement: getterOf<Element | null>(Element.prototype, 'firstElementChild'),
      next: getterOf<Element | null>(Element.prototype, 'nextElementSibling'),
      parent: getterOf<Node | null>(Node.prototype, 'parentNode'),
      type: getterOf<number>(Node.prototype, 'nodeType'),
    },
  };
}

export type BuiltIns = ReturnType<typeof takeBuiltIns>;
