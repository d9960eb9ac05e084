/** Event handlers registered with frameworks, as of one read of a document. */
export interface FrameworkHandlers {
  /**
   * Tests whether a framework listens for the pointer on this element.
   *
   * @param heard events that it hears for itself, each with a space behind it
   * @param listens it hears something, if only for others
   */
  isHandled(element: Element, heard: string, listens: boolean): boolean;
  /** Tests whether the element's own listeners for an event only serve elements inside it. */
  onlyDelegates(element: Element, event: string, listeners: unknown): boolean;
}

/**
 * Handlers that frameworks keep beside an element instead of on it. One row per framework: how its marker is
 * recognised, and what in it means that a pointer is listened to.
 * Runs in the main world, where every value is the page's.
 *
 * @param listenersOf `getEventListeners` of the command-line API
 * @returns begins a look; what it knows is of that moment
 */
export function makeFrameworkHandlers(listenersOf: (target: EventTarget) => object): () => FrameworkHandlers {
  const props =
    /^on(Click|DoubleClick|AuxClick|Mouse(Down|Up)|Pointer(Down|Up)|Touch(Start|End)|ContextMenu|DragStart|Drop)(Capture|$)/i;
  const plain =
    /^(click|dblclick|auxclick|mousedown|mouseup|pointerdown|pointerup|touchstart|touchend|contextmenu|dragstart|drop)(true|false|$)/i;
  /** Delegated selectors that are looked up, and elements that they may yield. */
  const maximumSelectors = 300;
  const maximumDelegated = 20_000;

  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
  const hasKey = (value: unknown, pattern: RegExp): boolean => {
    if (!isObject(value)) return false;
    for (const key in value) if (pattern.test(key) && Reflect.get(value, key)) return true;
    return false;
  };

  const table: readonly { readonly marker: RegExp; readonly listens: (value: unknown) => boolean }[] = [
    // React 17 and later, 16: the current props of the element.
    { marker: /^__react(Props|EventHandlers)\$/, listens: (value) => hasKey(value, props) },
    // Vue 3: invokers by event name.
    { marker: /^_vei$/, listens: (value) => hasKey(value, props) },
    // Solid, and Svelte before 5.50: delegated handlers, one property per event.
    {
      marker:
        /^(\$\$|__)(click|dblclick|auxclick|mousedown|mouseup|pointerdown|pointerup|touchstart|touchend|contextmenu|dragstart|drop)$/,
      listens: Boolean,
    },
    // Svelte 5 (under a symbol), Hyperapp, Elm and Preact: handlers by event name.
    { marker: /^(events|elmFs|l)$/, listens: (value) => hasKey(value, plain) },
    // Inferno.
    { marker: /^\$EV$/, listens: (value) => hasKey(value, props) },
    // Zone.js, on which Angular stands: tasks by event.
    {
      marker:
        /^__zone_symbol__(click|dblclick|mousedown|mouseup|pointerdown|pointerup|touchstart|touchend)(true|false)$/,
      listens: (value) => Array.isArray(value) && value.length > 0,
    },
    // Blazor.
    {
      marker: /^_blazorEvents_\d+$/,
      listens: (value) => isObject(value) && hasKey(Reflect.get(value, 'handlers'), plain),
    },
  ];
  const jQueryMarker = /^jQuery\d/;
  // Which row a key belongs to is asked once; keys of React and jQuery differ from page to page.
  const rows: Record<string, number> = Object.create(null);
  const none = -1;
  const ofJQuery = -2;
  const rowOf = (key: string): number => {
    let row = rows[key];
    if (row === undefined) {
      row = jQueryMarker.test(key) ? ofJQuery : table.findIndex(({ marker }) => marker.test(key));
      rows[key] = row;
    }
    return row;
  };

  const isSortableKey = (key: string): boolean => /^Sortable\d{8,}$/.test(key);

  /** SortableJS keeps itself beside the container whose children it moves. */
  const movedBySortable = (container: Element, sortable: unknown): readonly Element[] => {
    const options: unknown = isObject(sortable) ? Reflect.get(sortable, 'options') : null;
    if (!isObject(options) || Reflect.get(options, 'disabled')) return [];
    const [draggable, handle] = [Reflect.get(options, 'draggable'), Reflect.get(options, 'handle')];
    const moved =
      typeof draggable === 'string'
        ? [...container.querySelectorAll(draggable.replace(/(^|,)\s*(?=[>+~])/g, '$1:scope '))]
        : [...container.children];
    return typeof handle === 'string' ? moved.map((one) => one.querySelector(handle) ?? one) : moved;
  };

  /** jQuery UI keeps its widgets with the data of their element: what they move or pick are children of it. */
  const movedByJQuery = (data: object): readonly Element[] =>
    ['uiSortable', 'uiSelectable'].flatMap((name) => {
      const widget: unknown = Reflect.get(data, name);
      if (!isObject(widget)) return [];
      const items: unknown = Reflect.get(widget, name === 'uiSortable' ? 'items' : 'selectees');
      if (!isObject(items)) return [];
      return Array.from(items as ArrayLike<unknown>, (entry) => {
        const item: unknown =
          isObject(entry) && !(entry instanceof Element) ? Reflect.get(entry, 'item') : entry;
        return isObject(item) && !(item instanceof Element) ? Reflect.get(item, '0') : item;
      }).filter((item): item is Element => item instanceof Element);
    });

  /** Elements that a library moves or picks, according to the element around them. */
  const movedIn = (element: Element): readonly Element[] => {
    try {
      return Object.getOwnPropertyNames(element).flatMap((key) => {
        const value: unknown =
          isSortableKey(key) || rowOf(key) === ofJQuery ? Reflect.get(element, key) : null;
        if (isSortableKey(key)) return movedBySortable(element, value);
        return isObject(value) ? movedByJQuery(value) : [];
      });
    } catch {
      // A selector that the browser does not understand, or a getter of the page's.
      return [];
    }
  };

  /** jQuery's table of the events of a node: its own handlers and those it only delegates. */
  const jQueryEvents = (node: Node): object | null => {
    for (const key of Object.getOwnPropertyNames(node)) {
      if (rowOf(key) !== ofJQuery) continue;
      const data: unknown = Reflect.get(node, key);
      if (isObject(data)) {
        const events: unknown = Reflect.get(data, 'events');
        if (isObject(events)) return events;
      } else if (typeof data === 'number') {
        const events = askJQuery(node);
        if (events) return events;
      }
    }
    return null;
  };

  /** Before version 3 the table lies in a cache that only jQuery itself can reach. */
  const askJQuery = (node: Node): object | null => {
    const jQuery: unknown = Reflect.get(window, 'jQuery');
    if (typeof jQuery !== 'function') return null;
    // Asked about a node without a table, it would make one.
    const isListening = Object.values(listenersOf(node)).some(
      (listeners) =>
        Array.isArray(listeners) &&
        listeners.some((one) => /\.dispatch\.apply\(/.test(String(one?.listener))),
    );
    const read: unknown = Reflect.get(jQuery, '_data');
    if (!isListening || typeof read !== 'function') return null;
    const events: unknown = Reflect.apply(read, jQuery, [node, 'events']);
    return isObject(events) ? events : null;
  };

  return function begin() {
    const delegated = new Set<Element>();
    const shared = new Set<unknown>();
    let selectors = 0;

    /** Elements inside `node` whose events jQuery handles at `node`. */
    const note = (node: Document | Element, events: object): void => {
      for (const handlers of Object.values(events)) {
        if (!Array.isArray(handlers)) continue;
        for (const handler of handlers) {
          const { selector, origType }: { selector?: unknown; origType?: unknown } = handler ?? {};
          if (typeof selector !== 'string' || typeof origType !== 'string' || !plain.test(origType)) continue;
          selectors += 1;
          if (selectors > maximumSelectors || delegated.size > maximumDelegated) return;
          try {
            const inside = selector.replace(/(^|,)\s*(?=[>+~])/g, '$1:scope ');
            for (const element of node.querySelectorAll(inside)) delegated.add(element);
          } catch {
            // A selector that only jQuery understands.
          }
        }
      }
    };

    const ofDocument = jQueryEvents(document);
    if (ofDocument) note(document, ofDocument);
    // Svelte delegates with one function, at the document and at the element that it draws into.
    for (const listeners of Object.values(listenersOf(document))) {
      if (Array.isArray(listeners)) for (const one of listeners) shared.add(one?.listener);
    }

    return {
      isHandled(element, heard, listens) {
        // What delegates listens; what hears a click for itself needs no other evidence.
        if (listens) {
          const events = jQueryEvents(element);
          if (events) note(element, events);
          for (const moved of movedIn(element)) {
            if (delegated.size < maximumDelegated) delegated.add(moved);
          }
          if (heard.includes('click ')) return false;
        }
        for (const key of Reflect.ownKeys(element)) {
          const row = rowOf(typeof key === 'symbol' ? (key.description ?? '') : key);
          if (row > none && table[row]?.listens(Reflect.get(element, key))) return true;
        }
        return delegated.has(element);
      },
      onlyDelegates(element, event, listeners) {
        if (!Array.isArray(listeners) || listeners.length === 0) return false;
        if (shared.size > 0 && listeners.every((one) => shared.has(one?.listener))) return true;
        const events = listeners.length === 1 ? jQueryEvents(element) : null;
        const handlers: unknown = events && Reflect.get(events, event);
        return Array.isArray(handlers) && handlers.length > 0 && handlers.every((one) => one?.selector);
      },
    };
  };
}

export type FindFrameworkHandlers = ReturnType<typeof makeFrameworkHandlers>;
