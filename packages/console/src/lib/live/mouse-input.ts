import { type PageSize, pagePointOf, wheelDistance } from './picture-point.ts';
import type { LiveInput } from './protocol.ts';

/** Time in ms between two moves that are sent. */
const moveMs = 33;
const buttons = ['left', 'middle', 'right'] as const;

/** Sends what the mouse, the wheel and fingers do over an element that covers the picture, until the signal is aborted. */
export function followMouse(
  element: HTMLElement,
  {
    page,
    send,
    signal,
  }: { readonly page: PageSize; readonly send: (input: LiveInput) => void; readonly signal: AbortSignal },
): void {
  const pointOf = (event: MouseEvent) => pagePointOf(event, element.getBoundingClientRect(), page);
  const moves = createMoves(send);
  const held = new Set<(typeof buttons)[number]>();
  let modifiers: readonly string[] = [];
  signal.addEventListener('abort', moves.drop);

  const onMove = (event: MouseEvent) => moves.add({ type: 'mouse', action: 'move', ...pointOf(event) });
  element.addEventListener('mousemove', (event) => held.size === 0 && onMove(event), { signal });
  // A drag may leave the picture.
  window.addEventListener('mousemove', (event) => held.size > 0 && onMove(event), { signal });

  element.addEventListener(
    'mousedown',
    (event) => {
      const button = buttons[event.button];
      if (button === undefined) return;
      event.preventDefault();
      element.focus({ preventScroll: true });
      moves.drop();
      if (held.size === 0) {
        modifiers = modifiersOf(event);
        for (const key of modifiers) send({ type: 'key', action: 'down', key });
      }
      held.add(button);
      send({ type: 'mouse', action: 'down', ...pointOf(event), button, clicks: clicksOf(event) });
    },
    { signal },
  );
  window.addEventListener(
    'mouseup',
    (event) => {
      const button = buttons[event.button];
      if (button === undefined || !held.delete(button)) return;
      moves.flush();
      send({ type: 'mouse', action: 'up', ...pointOf(event), button, clicks: clicksOf(event) });
      if (held.size > 0) return;
      for (const key of modifiers) send({ type: 'key', action: 'up', key });
      modifiers = [];
    },
    { signal },
  );
  element.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const distance = wheelDistance(event, page);
      if (distance.dx !== 0 || distance.dy !== 0) send({ type: 'wheel', ...pointOf(event), ...distance });
    },
    { signal, passive: false },
  );
  followFingers(element, { page, send, signal });
}

/** One finger scrolls; a tap arrives as a click. */
function followFingers(
  element: HTMLElement,
  {
    page,
    send,
    signal,
  }: { readonly page: PageSize; readonly send: (input: LiveInput) => void; readonly signal: AbortSignal },
): void {
  let last: Touch | null = null;
  element.addEventListener(
    'touchstart',
    ({ touches }) => {
      last = touches.length === 1 ? (touches[0] ?? null) : null;
    },
    { signal, passive: true },
  );
  element.addEventListener(
    'touchmove',
    (event) => {
      const touch = event.touches[0];
      if (last === null || touch === undefined || event.touches.length > 1) return;
      event.preventDefault();
      const place = element.getBoundingClientRect();
      const [dx, dy] = [last.clientX - touch.clientX, last.clientY - touch.clientY].map((moved) =>
        Math.round((moved * page.width) / Math.max(1, place.width)),
      );
      if (!dx && !dy) return;
      last = touch;
      send({ type: 'wheel', ...pagePointOf(touch, place, page), dx: dx ?? 0, dy: dy ?? 0 });
    },
    { signal, passive: false },
  );
}

/** Sends the first move at once and then the newest one from time to time. */
function createMoves(send: (input: LiveInput) => void) {
  let waiting: LiveInput | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    if (waiting !== null) send(waiting);
    waiting = null;
  };
  const next = (): void => {
    timer = undefined;
    if (waiting === null) return;
    flush();
    timer = setTimeout(next, moveMs);
  };
  return {
    flush,
    add(move: LiveInput): void {
      waiting = move;
      if (timer !== undefined) return;
      flush();
      timer = setTimeout(next, moveMs);
    },
    drop(): void {
      waiting = null;
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

function modifiersOf({ ctrlKey, shiftKey, altKey, metaKey }: MouseEvent): readonly string[] {
  return [shiftKey && 'Shift', (ctrlKey || metaKey) && 'Control', altKey && 'Alt'].filter(
    (key): key is string => key !== false,
  );
}

/** The service takes up to three. */
function clicksOf({ detail }: MouseEvent): number {
  return Math.min(3, Math.max(1, detail));
}
