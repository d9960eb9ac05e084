import type { LiveCommand, LiveMessage, LiveState } from '@runwright/client';
import { readLiveMessage } from './protocol.ts';

/** State of a connection: `waiting` has no browser to show yet, `lost` tries again, `ended` and `refused` do not. */
export type LivePhase = 'connecting' | 'open' | 'waiting' | 'lost' | 'ended' | 'refused';

/** What is known about a connection. */
export interface LiveStatus {
  readonly phase: LivePhase;
  /** Why it is not open; null while nothing is known. */
  readonly reason: string | null;
  /** Last state that the service told; null before the first one. */
  readonly state: LiveState | null;
  /** Time in seconds without an input after which control is handed back. */
  readonly idleSeconds: number | null;
  /** Characters that this person typed in a row into a field that is painted over; null when they do something else. */
  readonly hiddenTyped: number | null;
  /** Last message about control, such as why it was refused. */
  readonly notice: Exclude<LiveMessage, LiveState | { readonly type: 'granted' | 'hidden-typed' }> | null;
}

/** Answer to the request for a token: the address to open, or why there is none. */
export type LiveAddress =
  | { readonly ok: true; readonly url: string; readonly protocols: string[] }
  /** `waiting`: there is no browser to show now. `lost`: it is worth to ask again. */
  | { readonly ok: false; readonly phase: 'waiting' | 'lost' | 'refused'; readonly reason: string };

/** What a connection works with. */
export interface LiveOptions {
  /** Asks for a token; the address opens one WebSocket. */
  readonly address: (signal: AbortSignal) => Promise<LiveAddress>;
  readonly onStatus: (status: LiveStatus) => void;
  readonly onFrame: (jpeg: ArrayBuffer) => void;
  /** Default: the WebSocket of the browser. */
  readonly connect?: (url: string, protocols: string[]) => WebSocket;
  /** Default: real time. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Connection to the live view of a run or a browser session. */
export interface LiveConnection {
  /** Sends a message, unless the connection is lost; true when it was sent. */
  send(message: LiveCommand): boolean;
  /** Tries again now, in place of waiting, or after the end. */
  retry(): void;
  close(): void;
}

/** `WebSocket.OPEN`. */
const openState = 1;
/** Waits in ms before the connection is opened again. Control is kept for 10 s, so the first ones are short. */
const waits = [200, 500, 1000, 2000, 4000, 8000, 10_000];
const notOpened =
  'The service has a browser to show, but the WebSocket does not open. A proxy before the service has to pass WebSockets on.';
/** Time in ms before the service is asked again for a browser that has not been opened yet. */
const waitingMs = 2000;

/** Opens a live view, and opens it again when the connection is lost. Who had control asks for it again. */
export function openLive(options: LiveOptions): LiveConnection {
  const { address, onStatus, onFrame } = options;
  const { connect = (url, protocols) => new WebSocket(url, protocols), wait = waitFor } = options;
  const closed = new AbortController();
  let status: LiveStatus = {
    phase: 'connecting',
    reason: null,
    state: null,
    idleSeconds: null,
    hiddenTyped: null,
    notice: null,
  };
  let socket: WebSocket | null = null;
  let attempts = 0;
  let hadControl = false;
  let skipWait = new AbortController();
  void keepOpen();

  return {
    send(message) {
      if (socket?.readyState !== openState) return false;
      if (message.type === 'hand-back') hadControl = false;
      socket.send(JSON.stringify(message));
      return true;
    },
    retry() {
      attempts = 0;
      if (status.phase === 'ended' || status.phase === 'refused') void keepOpen();
      else skipWait.abort();
    },
    close() {
      closed.abort();
      socket?.close();
    },
  };

  async function keepOpen(): Promise<void> {
    change({ phase: 'connecting', reason: null });
    while (!closed.signal.aborted) {
      const next = await openOnce().catch((error: unknown) => ({
        phase: 'lost' as const,
        reason: textOf(error),
      }));
      if (closed.signal.aborted) return;
      change({ ...next, state: null, idleSeconds: null, hiddenTyped: null });
      if (next.phase === 'ended' || next.phase === 'refused') return;
      skipWait = new AbortController();
      const ms = next.phase === 'waiting' ? waitingMs : (waits[attempts] ?? waits.at(-1) ?? 0);
      attempts = Math.min(attempts + 1, waits.length - 1);
      await wait(ms, AbortSignal.any([closed.signal, skipWait.signal])).catch(() => undefined);
    }
  }

  /** Resolves when the connection is over, with what follows. */
  async function openOnce(): Promise<Pick<LiveStatus, 'phase' | 'reason'>> {
    const found = await address(closed.signal);
    if (!found.ok) return found;
    const { wasOpen, code, reason } = await serve(found);
    // The next request for a token tells why, when the service refused it.
    if (!wasOpen) return { phase: 'lost', reason: notOpened };
    return { phase: code === 1000 ? 'ended' : 'lost', reason: reason || null };
  }

  function serve({
    url,
    protocols,
  }: LiveAddress & { readonly ok: true }): Promise<{ wasOpen: boolean; code: number; reason: string }> {
    const opened = connect(url, protocols);
    opened.binaryType = 'arraybuffer';
    socket = opened;
    let wasOpen = false;
    opened.addEventListener('open', () => {
      wasOpen = true;
      if (hadControl) opened.send(JSON.stringify({ type: 'take-over' } satisfies LiveCommand));
    });
    opened.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data instanceof ArrayBuffer) onFrame(data);
      else receive(readLiveMessage(String(data)));
    });
    return new Promise((resolve) => {
      opened.addEventListener('close', ({ code, reason }) => {
        socket = null;
        resolve({ wasOpen, code, reason });
      });
    });
  }

  function receive(message: LiveMessage | null): void {
    if (message === null) return;
    if (message.type === 'state') {
      attempts = 0;
      change({ phase: 'open', reason: null, state: message });
    } else if (message.type === 'granted') {
      hadControl = true;
      change({ idleSeconds: message.idle_seconds, hiddenTyped: null, notice: null });
    } else if (message.type === 'hidden-typed') {
      change({ hiddenTyped: message.characters });
    } else if (message.type === 'error') {
      change({ notice: message });
    } else {
      hadControl = false;
      change({ idleSeconds: null, hiddenTyped: null, notice: message });
    }
  }

  function change(changed: Partial<LiveStatus>): void {
    if (closed.signal.aborted) return;
    status = { ...status, ...changed };
    onStatus(status);
  }
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
