/** A WebSocket of the page that a test answers in place of the service. */
export interface TestSocketRoute {
  /** Called with each message of the page. */
  onMessage(listener: (message: string) => void): void;
  /** Sends a text or the bytes of a binary message. */
  send(message: string | Uint8Array<ArrayBuffer>): void;
  close(reason?: { readonly code?: number; readonly reason?: string }): Promise<void>;
}

/** The WebSockets of a page. */
export interface TestWebSockets {
  /** Answers those to addresses of a pattern. */
  route(pattern: RegExp, handler: (socket: TestSocketRoute) => void): void;
  /** Called with the address of each. */
  onOpen(listener: (url: string) => void): void;
  /** Gives `WebSocket` back. */
  close(): void;
}

/**
 * Opens the WebSockets of the page at a service.
 *
 * @param pageUrl address that the page takes for that of the service, which `base` replaces
 */
export function connectWebSockets(pageUrl: string, base: string): TestWebSockets {
  const real = globalThis.WebSocket;
  const [pageOrigin, origin] = [pageUrl, base].map((url) => url.replace(/^http/, 'ws')) as [string, string];
  const routes: { readonly pattern: RegExp; readonly handler: (socket: TestSocketRoute) => void }[] = [];
  const listeners: ((url: string) => void)[] = [];
  // Called with `new`, which returns what it returns.
  function open(address: string | URL, protocols?: string | string[]): object {
    const url = String(address).replace(pageOrigin, origin);
    for (const listener of listeners) listener(url);
    const route = routes.findLast(({ pattern }) => pattern.test(url));
    return route ? new AnsweredSocket(route.handler) : new real(url, protocols);
  }
  globalThis.WebSocket = open as unknown as typeof WebSocket;
  return {
    route: (pattern, handler) => routes.push({ pattern, handler }),
    onOpen: (listener) => listeners.push(listener),
    close() {
      globalThis.WebSocket = real;
    },
  };
}

const [openState, closedState] = [1, 3];

/** The end of the page of a WebSocket without a network. It opens when its route has been called. */
class AnsweredSocket {
  binaryType = 'blob';
  readyState = 0;
  readonly #listeners = new Map<string, ((event: object) => void)[]>();
  #onMessage: (message: string) => void = () => undefined;

  constructor(handler: (socket: TestSocketRoute) => void) {
    const early: object[] = [];
    queueMicrotask(() => {
      handler({
        onMessage: (listener) => {
          this.#onMessage = listener;
        },
        send: (message) => {
          const event = { data: typeof message === 'string' ? message : new Uint8Array(message).buffer };
          if (this.readyState === openState) this.#tell('message', event);
          else early.push(event);
        },
        close: async ({ code = 1000, reason = '' } = {}) => this.#end(code, reason),
      });
      this.readyState = openState;
      this.#tell('open', {});
      for (const event of early) this.#tell('message', event);
    });
  }

  addEventListener(type: string, listener: (event: object) => void): void {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
  }

  send(message: string): void {
    this.#onMessage(message);
  }

  close(): void {
    this.#end(1005, '');
  }

  #end(code: number, reason: string): void {
    if (this.readyState === closedState) return;
    this.readyState = closedState;
    this.#tell('close', { code, reason });
  }

  #tell(type: string, event: object): void {
    for (const listener of this.#listeners.get(type) ?? []) listener(event);
  }
}
