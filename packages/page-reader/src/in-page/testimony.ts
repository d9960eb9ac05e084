/**
 * What the witness in the page's own world has said about the document. Everything in it is the page's word.
 * Runs inside the page: no name from outside.
 */
export function makeTestimony() {
  type Events = Readonly<Record<string, boolean>>;
  const none: Events = Object.freeze(Object.create(null));
  const closedRoots = new WeakMap<Element, ShadowRoot>();
  let hasClosedRoots = false;
  let port: Node | null = null;
  let codes = new Map<Node, number>();
  let signatures: readonly Events[] = [];
  let about = '';

  const eventsOf = (line: string): Events => {
    const events: Record<string, boolean> = Object.create(null);
    for (const event of line.split(' ')) if (event) events[event] = true;
    return events;
  };

  const { querySelectorAll } = Document.prototype;

  /** Elements are told by their places in the list of all that the document, or a shadow root, holds. */
  const note = (elements: NodeListOf<Element>, told: string): void => {
    const [length, ...entries] = told.split(',');
    if (Number(length) !== elements.length) return;
    for (const entry of entries) {
      const [index, code] = entry.split(' ');
      const element = elements[Number(index)];
      if (element) codes.set(element, Number(code) || 0);
    }
  };

  const take = (event: Event): void => {
    if (!(event instanceof InputEvent)) return;
    const [first = '', second = '', ...lines] = (event.data ?? '').split('\n');
    const [ofDocument = '', ...ofRoots] = second.split(';');
    about = first;
    signatures = lines.map(eventsOf);
    codes = new Map();
    note(Reflect.apply(querySelectorAll, document, ['*']), ofDocument);
    event.getTargetRanges().forEach(({ startContainer }, index) => {
      if (!(startContainer instanceof ShadowRoot)) return;
      if (startContainer.mode === 'closed') addRoot(startContainer);
      note(startContainer.querySelectorAll('*'), ofRoots[index] ?? '');
    });
  };

  const addRoot = (root: ShadowRoot): boolean => {
    const isNew = closedRoots.get(root.host) !== root;
    closedRoots.set(root.host, root);
    hasClosedRoots = true;
    return isNew;
  };

  return {
    /** From now on this node of the witness is asked. */
    listenTo(node: Node): void {
      port = node;
    },
    /** Hears the witness anew. Without one, or when it fails, nothing is known of listeners. */
    hear(): void {
      codes = new Map();
      if (!port) return;
      port.addEventListener('answer', take);
      port.dispatchEvent(new Event('ask'));
      port.removeEventListener('answer', take);
    },
    /** Whether anything was said about an element. */
    knows: (element: Element): boolean => codes.has(element),
    /** Events that an element itself listens for. */
    listenersOf(target: EventTarget): Events {
      const code = target instanceof Node ? codes.get(target) : undefined;
      return code === undefined ? none : (signatures[code >> 1] ?? none);
    },
    /** Whether a framework handles the pointer on this element. */
    isHandled(element: Element): boolean {
      return ((codes.get(element) ?? 0) & 1) === 1;
    },
    addRoot,
    closedRoot: (host: Element): ShadowRoot | null =>
      hasClosedRoots ? (closedRoots.get(host) ?? null) : null,
    /** Nobody noted closed roots when the document began. */
    isLate: (): boolean => port === null || about.includes('late'),
    hasUnsafeHtml: (): boolean => about.includes('unsafe'),
  };
}

export type Testimony = ReturnType<typeof makeTestimony>;
