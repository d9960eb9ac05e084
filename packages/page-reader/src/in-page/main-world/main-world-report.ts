import type { TreeOrder } from '../dom/tree-order.ts';
import type { ReadPlan } from '../traversal/read-plan.ts';

/**
 * Asks the probe in the page's own world, and holds what it has reported of the document: listeners, handlers of
 * frameworks, closed shadow roots. All of it is untrusted input and decides only what is listed.
 *
 * A report is three parts, one line each: flags; a list of elements for the document and each shadow root (`document` or
 * `<list>.<place>.<open|closed>`, then its length, then `,<place> <code>` for each element that listens), each ending in
 * `;`; then one line for each code: the events. Bit 0 of a code stands for a framework's handler.
 */
export function makeMainWorldReport(eventName: string, { eachElement, within }: TreeOrder) {
  type Events = Readonly<Record<string, boolean>>;
  const none: Events = Object.freeze(Object.create(null));
  const { querySelectorAll } = Document.prototype;
  const closedRoots = new WeakMap<Element, ShadowRoot>();
  const openRoot = Object.getOwnPropertyDescriptor(Element.prototype, 'shadowRoot')?.get;
  let hasClosedRoots = false;
  let port: Node | null = null;
  let codes = new Map<Node, number>();
  let signatures: readonly Events[] = [];
  let about: string | null = null;
  let unknownRoots = 0;
  /** Elements that the last report was about. */
  let total = 0;
  let listeners: readonly (readonly [Element, readonly string[]])[] = [];

  const eventsOf = (line: string): Events => {
    const events: Record<string, boolean> = Object.create(null);
    for (const event of line.split(' ')) if (event) events[event] = true;
    return events;
  };

  const elementsOf = (root: Document | ShadowRoot, plan: ReadPlan): ArrayLike<Element> => {
    const runs = plan.runsOf(root);
    if (!runs)
      return root instanceof Document
        ? Reflect.apply(querySelectorAll, root, ['*'])
        : root.querySelectorAll('*');
    const elements: Element[] = [];
    eachElement(root, within(runs), (element, place) => {
      elements[place] = element;
    });
    return elements;
  };

  const countOf = (elements: ArrayLike<Element>): number =>
    Array.isArray(elements) ? Object.keys(elements).length : elements.length;

  const rootOf = (host: Element | undefined, mode: string | undefined): ShadowRoot | null => {
    if (!host) return null;
    if (mode === 'open') return openRoot ? Reflect.apply(openRoot, host, []) : host.shadowRoot;
    const root = closedRoots.get(host) ?? null;
    if (!root) unknownRoots += 1;
    return root;
  };

  /** Takes a report in; a list whose length has changed meanwhile is passed over. */
  const readReport = (report: string, plan: ReadPlan): void => {
    const [flags = '', second = '', ...lines] = report.split('\n');
    about = flags;
    signatures = lines.map(eventsOf);
    codes = new Map();
    unknownRoots = 0;
    total = 0;
    const lists: (ArrayLike<Element> | null)[] = [];
    for (const line of second.split(';')) {
      if (line === '') continue;
      const [head = '', ...entries] = line.split(',');
      const [name = '', length] = head.split(' ');
      total += Number(length);
      const [list, place, mode] = name.split('.');
      const host = lists[Number(list)]?.[Number(place)];
      const root = name === 'document' ? document : rootOf(host, mode);
      const elements = root && elementsOf(root, plan);
      lists.push(elements);
      if (!elements || countOf(elements) !== Number(length)) continue;
      for (const entry of entries) {
        const [at, code] = entry.split(' ');
        const element = elements[Number(at)];
        if (element) codes.set(element, Number(code) || 0);
      }
    }
    for (const [element, events] of listeners) addListeners(element, events);
  };

  const addListeners = (element: Element, events: readonly string[]): void => {
    const code = codes.get(element);
    const known = code === undefined ? none : (signatures[code >> 1] ?? none);
    const all: Record<string, boolean> = Object.assign(Object.create(null), known);
    for (const event of events) all[event] = true;
    codes.set(element, signatures.length * 2 + ((code ?? 0) & 1));
    signatures = [...signatures, all];
  };

  /** The probe's comment, by an event that tells it as the related target. */
  const findPort = (): Node | null => {
    const receivePort = (event: Event): void => {
      const { relatedTarget }: { relatedTarget?: unknown } = event instanceof FocusEvent ? event : {};
      if (relatedTarget instanceof Comment) port = relatedTarget;
    };
    document.addEventListener(`${eventName}-port`, receivePort);
    document.dispatchEvent(new Event(eventName));
    document.removeEventListener(`${eventName}-port`, receivePort);
    return port;
  };

  return {
    /** Asks the probe. When it does not answer, nothing is known of listeners. */
    ask(plan: ReadPlan): void {
      codes = new Map();
      about = null;
      unknownRoots = 0;
      const asked = port ?? findPort();
      if (!asked) return;
      const answer = `${eventName}-answer`;
      const hear = (event: Event): void => {
        if (event instanceof InputEvent) readReport(event.data ?? '', plan);
      };
      asked.addEventListener(answer, hear);
      asked.dispatchEvent(new InputEvent(eventName, { data: plan.request }));
      asked.removeEventListener(answer, hear);
    },
    readReport,
    /** Sets what the protocol says of elements' own listeners; every further report is read together with it. */
    setListeners(found: readonly (readonly [Element, readonly string[]])[]): void {
      listeners = found;
    },
    /** Tests whether anything was reported of an element. */
    hasReport: (element: Element): boolean => codes.has(element),
    /** Events that an element itself listens for. */
    listenersOf(target: EventTarget): Events {
      const code = target instanceof Node ? codes.get(target) : undefined;
      return code === undefined ? none : (signatures[code >> 1] ?? none);
    },
    /** Tests whether a framework handles the pointer on this element. */
    isHandled: (element: Element): boolean => ((codes.get(element) ?? 0) & 1) === 1,
    /** Adds a closed shadow root; true when it is new. */
    addRoot(root: ShadowRoot): boolean {
      const isNew = closedRoots.get(root.host) !== root;
      closedRoots.set(root.host, root);
      hasClosedRoots = true;
      return isNew;
    },
    closedRoot: (host: Element): ShadowRoot | null =>
      hasClosedRoots ? (closedRoots.get(host) ?? null) : null,
    /** Elements of the document and of all shadow roots that the probe knows; null when it has not answered. */
    total: (): number | null => (about === null ? null : total),
    /** Closed shadow roots that the probe knows and this world does not. */
    unknownRoots: (): number => unknownRoots,
    /** No probe has answered, or none noted closed roots when the document began. */
    isLate: (): boolean => about === null || about.includes('late'),
    hasUnsafeHtml: (): boolean => about?.includes('unsafe') ?? false,
  };
}

export type MainWorldReport = ReturnType<typeof makeMainWorldReport>;
