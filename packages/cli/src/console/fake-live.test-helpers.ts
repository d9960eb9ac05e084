import type { Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import {
  inDocument,
  type OpenOptions,
  startRun,
  type TestConsole,
  watchErrors,
} from './console.test-helpers.ts';

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

/** A page that shows the live view of a run, which the test answers. */
export interface OpenedLive {
  readonly page: Page;
  readonly live: FakeLive;
  readonly errors: readonly string[];
}

/** Live views of a run that waits as long as the tests of a file need. */
export interface LiveOfTests {
  /** A frame of one colour; in a document, where nothing is painted, any bytes. */
  readonly red: Buffer;
  readonly blue: Buffer;
  /** Opens the live view in a new window. */
  open(options?: OpenOptions): Promise<OpenedLive>;
}

/** Starts a run before the tests of a file, and cancels it after them. */
export function liveOfTests(service: TestConsole): LiveOfTests {
  let runId: string;
  let red: Buffer = Buffer.from('red');
  let blue: Buffer = Buffer.from('blue');
  beforeAll(async () => {
    runId = await startRun(service, [{ block_type: 'wait', label: 'count', wait_sec: 1800 }], {
      title: 'Waits',
    });
    if (inDocument) return;
    const painter = await service.open('/', { signedIn: false });
    await painter.goto('about:blank');
    [red, blue] = [await frameOf(painter, '#c00000'), await frameOf(painter, '#0000c0')];
    await painter.context().close();
  });
  afterAll(async () => {
    await service.client.runs.cancel(runId);
  });
  return {
    get red() {
      return red;
    },
    get blue() {
      return blue;
    },
    async open(options = {}) {
      const page = await service.open('/runs', options);
      const errors = watchErrors(page);
      const live = await fakeLive(page);
      await page.goto(`${service.base}/console/live/run/${runId}`);
      await page.getByText('The agent has control.').waitFor();
      return { page, live, errors };
    },
  };
}

/** Takes over control in a live view that the test answers. */
export async function takeOver({ page, live }: OpenedLive): Promise<void> {
  await page.getByRole('button', { name: 'Take over' }).click();
  await expect.poll(() => live.received).toEqual([{ type: 'take-over' }]);
  live.tell({ type: 'granted', idle_seconds: 300 });
  live.tellState({ control: 'you' });
  await expectControl(page);
  live.forget();
}

/** Waits until the person has control, and what they type goes to the picture. */
export async function expectControl(page: Page): Promise<void> {
  await page.getByText('You have control.').waitFor();
  const field = page.getByRole('textbox', { name: /^The page in the picture/ });
  await expect.poll(() => field.evaluate((element) => element.matches(':focus'))).toBe(true);
}

/** Waits until the live view shows a colour, in a document until it shows a picture at all. */
export async function expectPicture(page: Page, color: string): Promise<void> {
  if (inDocument) await page.getByRole('img', { name: 'Picture of the page: ' }).waitFor();
  else await expect.poll(() => middleOf(page)).toBe(color);
}

/** Answers the live views that a page opens. Its pages are 1280x800 CSS pixels. */
async function fakeLive(page: Page): Promise<FakeLive> {
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
function middleOf(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const canvas = document.querySelector('.live-screen canvas');
    const { data } = canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1);
    return [...data].slice(0, 3).map((part) => Math.round(part / 64) * 64).join();
  })()`);
}

/** Paints a page of one colour and returns it as a JPEG. */
async function frameOf(page: Page, color: string): Promise<Buffer> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.setContent(
    `<body style="margin:0;background:${color};font:24px sans-serif;color:#fff"><p style="padding:24px">Orders of the shop</p>`,
  );
  return page.screenshot({ type: 'jpeg', quality: 70 });
}
