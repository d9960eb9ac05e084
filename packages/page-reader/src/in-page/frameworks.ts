/**
 * Handlers that frameworks keep beside an element instead of on it. One row per framework: how its marker is
 * recognised, and what in it means that a pointer is listened to. Runs inside the page: no name from outside.
 */
export function makeFrameworks() {
  const pointer =
    /^on(Click|DoubleClick|Mouse(Down|Up)|Pointer(Down|Up)|Touch(Start|End)|ContextMenu|Drag|Drop|Change)/;
  const plain = /^(click|dblclick|mousedown|mouseup|pointerdown|pointerup|touchstart|touchend|contextmenu)$/i;
  const hasKey = (value: unknown, pattern: RegExp): boolean =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).some((key) => pattern.test(key) && typeof Reflect.get(value, key) === 'function');

  const table: readonly {
    readonly marker: RegExp;
    readonly listens: (value: unknown, key: string) => boolean;
  }[] = [
    // React 17 and later: the current props of the element.
    { marker: /^__reactProps\$|^__reactEventHandlers\$/, listens: (value) => hasKey(value, pointer) },
    // Vue 3: invokers by event name.
    {
      marker: /^_vei$/,
      listens: (value) =>
        typeof value === 'object' && value !== null && Object.keys(value).some((key) => pointer.test(key)),
    },
    // Solid and Svelte 5: delegated handlers, one property per event.
    {
      marker: /^\$\$(click|dblclick|mousedown|mouseup|pointerdown|pointerup|touchstart|touchend)$/,
      listens: (value) => Boolean(value),
    },
    {
      marker: /^__(click|dblclick|mousedown|mouseup|pointerdown|pointerup|touchstart|touchend)$/,
      listens: (value) => Boolean(value),
    },
    // jQuery: an events table in the private data of the element.
    {
      marker: /^jQuery\d+$/,
      listens: (value) => {
        const events: unknown =
          typeof value === 'object' && value !== null ? Reflect.get(value, 'events') : null;
        return (
          typeof events === 'object' && events !== null && Object.keys(events).some((key) => plain.test(key))
        );
      },
    },
  ];

  /** Whether a framework listens for the pointer on this element. */
  return function isHandled(element: Element): boolean {
    const keys = Object.getOwnPropertyNames(element);
    const symbols = keys.length === 0 ? Object.getOwnPropertySymbols(element) : [];
    if (symbols.some((symbol) => symbol.description === 'events' && hasEvents(Reflect.get(element, symbol))))
      return true;
    return keys.some((key) =>
      table.some(({ marker, listens }) => marker.test(key) && listens(Reflect.get(element, key), key)),
    );
  };

  /** Svelte 5 keeps delegated handlers under a symbol named `events`. */
  function hasEvents(value: unknown): boolean {
    return hasKey(value, plain);
  }
}

export type IsHandled = ReturnType<typeof makeFrameworks>;
