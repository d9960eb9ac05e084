import type { BuiltIns } from '../dom/built-ins.ts';

/** Record left by the start script for the probe. */
export interface StartRecord {
  readonly builtIns: BuiltIns;
  /** The closed root that a script has attached to an element. */
  closedRoot(host: Element): ShadowRoot | undefined;
  /** A script has set HTML in a way that may hold shadow roots. */
  hasUnsafeHtml(): boolean;
}

/**
 * Runs in the page's own world before any script of the page, and notes closed shadow roots as they are attached. What
 * it knows waits under a property of the document that is not enumerable, until the probe takes it away.
 */
export function recordStart(key: string, builtIns: BuiltIns): void {
  const { apply, defineProperty, getOwnPropertyDescriptor, weakGet, weakSet, openRoot } = builtIns;
  const roots = new builtIns.WeakMap<object, ShadowRoot>();
  let unsafe = false;

  /** A proxy looks like the function behind it, also as text. */
  const callAfter = (
    owner: object,
    name: string,
    note: (self: object, result: unknown, parameters: readonly unknown[]) => void,
  ): void => {
    const property = getOwnPropertyDescriptor(owner, name);
    if (typeof property?.value !== 'function') return;
    // Without a prototype: the page could define traps in that of all objects.
    const handler: ProxyHandler<(...parameters: unknown[]) => unknown> = Object.create(null);
    handler.apply = (target, self, parameters) => {
      const result = apply(target, self, parameters);
      note(self, result, parameters);
      return result;
    };
    defineProperty(owner, name, { ...property, value: new builtIns.Proxy(property.value, handler) });
  };

  callAfter(Element.prototype, 'attachShadow', (host, root) => {
    if (apply(openRoot, host, []) === null) apply(weakSet, roots, [host, root]);
  });
  const noteUnsafe = (): void => {
    unsafe = true;
  };
  callAfter(Element.prototype, 'setHTMLUnsafe', noteUnsafe);
  callAfter(ShadowRoot.prototype, 'setHTMLUnsafe', noteUnsafe);
  callAfter(Document, 'parseHTMLUnsafe', noteUnsafe);

  const start: StartRecord = {
    builtIns,
    closedRoot: (host) => apply(weakGet, roots, [host]),
    hasUnsafeHtml: () => unsafe,
  };
  defineProperty(document, key, { value: start, configurable: true });
}
