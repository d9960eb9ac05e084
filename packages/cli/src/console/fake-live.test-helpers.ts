import type { Page, WebSocketRoute } from 'playwright-core';

/** A live view that a test answers in place of the service. */
export interface FakeLive {
  /** Messages that the page sent, over all connections. */
  readonly received: readonly FakeMessage[];
  /** Number of connections that the page has opened. */
  connections(): number;
  /** Sends a text message over the last connection. */
  tell(message: object): void;
  /** Sends the state, changed in these members. */
  tellState(changed: object): void;
  /** Sends a frame. */
  show(jpeg: Buffer): void;
  /** Closes the last connection. */
  lose(): Promise<void>;
  /** Forgets the messages that the page sent. */
  forget(): void;
}

/** A message of the page. */
export interface FakeMessage {
  readonly type: string;
  readonly [name: string]: unknown;
}

/** Answers the live views that a page opens. Its pages are 1280x800 CSS pixels. */
export async function fakeLive(page: Page): Promise<FakeLive> {
  let received: FakeMessage[] = [];
  const sockets: WebSocketRoute[] = [];
  let state: object = {
    ...{ type: 'state', width: 1280, height: 800, title: 'Orders' },
    // Longer than a narrow screen is wide.
    url: `http://shop.example/orders?status=${'open-'.repeat(30)}`,
    ...{ control: 'nobody', can_control: true, pending: false },
  };
  const tell = (message: object): void => sockets.at(-1)?.send(JSON.stringify(message));
  await page.route('**/live_token', (route) =>
    route.fulfill({
      json: { token: 't', expires_at: '2030-01-01T00:00:00.000Z', control: true, unavailable_reason: null },
    }),
  );
  await page.routeWebSocket(/\/live$/, (socket) => {
    sockets.push(socket);
    socket.onMessage((text) => received.push(JSON.parse(String(text))));
    socket.send(JSON.stringify(state));
  });
  return {
    get received() {
      return received;
    },
    connections: () => sockets.length,
    tell,
    tellState(changed) {
      state = { ...state, ...changed };
      tell(state);
    },
    show: (jpeg) => sockets.at(-1)?.send(jpeg),
    lose: async () => sockets.at(-1)?.close({ code: 1011, reason: 'the live view has failed' }),
    forget() {
      received = [];
    },
  };
}

/** Returns the colour in the middle of the live picture as `r,g,b`, roughly: JPEG changes colours a little. */
export function middleOf(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const canvas = document.querySelector('.live-screen canvas');
    const { data } = canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1);
    return [...data].slice(0, 3).map((part) => Math.round(part / 64) * 64).join();
  })()`);
}

/** Paints a page of one colour and returns it as a JPEG. */
export async function frameOf(page: Page, color: string): Promise<Buffer> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.setContent(
    `<body style="margin:0;background:${color};font:24px sans-serif;color:#fff"><p style="padding:24px">Orders of the shop</p>`,
  );
  return page.screenshot({ type: 'jpeg', quality: 70 });
}
