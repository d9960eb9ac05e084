import { Window } from 'happy-dom';

/** Names that Node has too, where the page needs those of the DOM. */
const domNames = new Set(['Event', 'CustomEvent', 'localStorage', 'sessionStorage', 'navigator']);
/** Functions of the window that are called without it. */
const windowFunctions = [
  ...['addEventListener', 'removeEventListener', 'dispatchEvent', 'getComputedStyle', 'getSelection'],
  ...['matchMedia', 'requestAnimationFrame', 'cancelAnimationFrame', 'scrollTo'],
] as const;
/** Width and height in CSS pixels of the window and of each element that is not a row of a list. */
const [windowWidth, windowHeight, rowHeight] = [1440, 900, 40];
const isInstalled = Symbol.for('runwright.test-page');

/**
 * Gives this process a document, for good: React, the router and the editor keep what they found when they were loaded. Import this
 * module before them. `fetch`, streams, files and timers stay those of Node.
 */
function installDom(): void {
  const scope = globalThis as unknown as Record<string | symbol, unknown>;
  if (scope[isInstalled]) return;
  scope[isInstalled] = true;
  const window = new Window({ url: 'http://console.test/', width: windowWidth, height: windowHeight });
  const values = window as unknown as Record<string, unknown>;
  acceptEventsOf(values.Event as typeof Event);
  for (const name of Object.getOwnPropertyNames(window))
    if (/^[A-Za-z]/.test(name) && (!(name in globalThis) || domNames.has(name))) define(name, values[name]);
  for (const name of windowFunctions) define(name, (window[name] as () => void).bind(window));
  define('window', window);
  define('document', window.document);
  define('ResizeObserver', NotifyingResizeObserver);
  define('FormData', formDataOf(values.FormData as typeof FormData));
  define('Path2D', createDrawing);
  define('createImageBitmap', async () => ({
    width: windowWidth,
    height: windowHeight,
    close: () => undefined,
  }));
  Object.assign(window, { ResizeObserver: NotifyingResizeObserver });
  addLayout();
  addDialogs();
  addMissing();
}

function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

/** Lets the targets of Node accept the events of the document, which have the names of theirs: `WebSocket` and queues create such. */
function acceptEventsOf(Dom: typeof Event): void {
  const NodeEvent = globalThis.CustomEvent;
  const { dispatchEvent } = EventTarget.prototype;
  EventTarget.prototype.dispatchEvent = function dispatch(event) {
    if (!(event instanceof Dom)) return dispatchEvent.call(this, event);
    const { detail } = event as CustomEvent;
    return dispatchEvent.call(this, new NodeEvent(event.type, { cancelable: event.cancelable, detail }));
  };
}

/** Returns a `FormData` of Node, which `fetch` sends, that reads forms of the document. */
function formDataOf(Dom: typeof FormData): typeof FormData {
  return class extends FormData {
    constructor(form?: HTMLFormElement) {
      super();
      if (!form) return;
      for (const [name, value] of new Dom(form))
        this.append(name, typeof value === 'string' || value instanceof File ? value : new File([], ''));
    }
  };
}

/** Tells the size of what it observes once, as there is no layout that changes it. */
class NotifyingResizeObserver implements ResizeObserver {
  readonly #callback: ResizeObserverCallback;
  readonly #observed = new Set<Element>();

  constructor(callback: ResizeObserverCallback) {
    this.#callback = callback;
  }

  observe(target: Element): void {
    this.#observed.add(target);
    queueMicrotask(() => {
      if (!this.#observed.has(target) || !target.isConnected) return;
      const { offsetWidth: width, offsetHeight: height } = target as HTMLElement;
      const size = [{ inlineSize: width, blockSize: height }];
      this.#callback(
        [
          {
            target,
            contentRect: new DOMRect(0, 0, width, height),
            borderBoxSize: size,
            contentBoxSize: size,
            devicePixelContentBoxSize: size,
          },
        ],
        this,
      );
    });
  }

  unobserve(target: Element): void {
    this.#observed.delete(target);
  }

  disconnect(): void {
    this.#observed.clear();
  }
}

/** Lists that render only what is on the screen, and the graph, need sizes. */
function addLayout(): void {
  const heightOf = (element: HTMLElement) =>
    element.dataset.index !== undefined || element.classList.contains('react-flow__node')
      ? rowHeight
      : windowHeight;
  for (const [name, read] of Object.entries({
    offsetWidth: () => windowWidth,
    clientWidth: () => windowWidth,
    offsetHeight: heightOf,
    clientHeight: heightOf,
  }))
    Object.defineProperty(HTMLElement.prototype, name, {
      configurable: true,
      get(this: HTMLElement) {
        return read(this);
      },
    });
}

/** What browsers do when a modal dialog opens; Escape is in `keyboard`. */
function addDialogs(): void {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.setAttribute('open', '');
    if (!this.contains(document.activeElement))
      this.querySelector<HTMLElement>(
        'button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), a[href]',
      )?.focus();
  };
}

/** Parts of the DOM that the page calls and that happy-dom lacks; they do nothing. */
function addMissing(): void {
  const nothing = () => undefined;
  const missing = { scrollIntoView: nothing, hasPointerCapture: () => false, setPointerCapture: nothing };
  const scrollTo = function scrollTo(this: Element, _x: number, y: number): void {
    this.scrollTop = y;
    this.dispatchEvent(new Event('scroll'));
  };
  for (const [name, value] of Object.entries({ ...missing, releasePointerCapture: nothing, scrollTo }))
    Object.defineProperty(Element.prototype, name, { configurable: true, writable: true, value });
  HTMLCanvasElement.prototype.getContext = function getContext() {
    return Object.assign(createDrawing(), { canvas: this }) as never;
  };
  for (const [name, value] of Object.entries({
    getClientRects: () => [],
    getBoundingClientRect: () => new DOMRect(0, 0, 0, 0),
  }))
    Object.defineProperty(Range.prototype, name, { configurable: true, writable: true, value });
}

/** Creates a context or a path that draws nothing: what was not set is a function that returns the metrics of an empty text. */
function createDrawing(): Record<string | symbol, unknown> {
  return new Proxy<Record<string | symbol, unknown>>(
    {},
    { get: (target, name) => (name in target ? target[name] : () => ({ width: 0 })) },
  );
}

installDom();
