/**
 * The browser's functions that are needed in the page's own world, to be taken before a page's script may change them.
 * Runs inside the page: no name from outside.
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
    iterator: Symbol.iterator,
    StaticRange,
    InputEvent,
    addEventListener: EventTarget.prototype.addEventListener,
    dispatchEvent: EventTarget.prototype.dispatchEvent,
    createComment: Document.prototype.createComment,
    allOfDocument: Document.prototype.querySelectorAll,
    allOfFragment: DocumentFragment.prototype.querySelectorAll,
    lengthOfList: getterOf<number>(NodeList.prototype, 'length'),
    openRoot: getterOf<ShadowRoot | null>(Element.prototype, 'shadowRoot'),
    performance,
    now: Performance.prototype.now,
  };
}

export type BuiltIns = ReturnType<typeof takeBuiltIns>;
