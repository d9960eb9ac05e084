import { bodyOf, type CallOptions, type Connection, callOf } from '../connection.ts';

/** Options of {@link Live.token}. */
export interface LiveTokenOptions extends CallOptions {
  /** The token may also be used to take control of the browser; the key needs the scope `run`. Default false. */
  readonly control?: boolean;
}

/** A token that opens one live view for 60 s. */
export interface LiveTokenRecord {
  readonly token: string;
  readonly expires_at: string;
  readonly control: boolean;
  /** Why no WebSocket would open now, such as that there is no browser yet; null when one would. */
  readonly unavailable_reason: string | null;
}

/** What the picture shows, and who has control. Sizes and texts are null before the first picture. */
export interface LiveState {
  readonly type: 'state';
  /** CSS pixels. The picture may be smaller. */
  readonly width: number | null;
  readonly height: number | null;
  readonly url: string | null;
  readonly title: string | null;
  /** `nobody`: the agent or nobody acts. */
  readonly control: 'nobody' | 'you' | 'other';
  /** This connection may ask for control. */
  readonly can_control: boolean;
  /** `take-over` waits for an action that is under way. */
  readonly pending: boolean;
}

/** A text message of the service. Ignore types that you do not know. */
export type LiveMessage =
  | LiveState
  | { readonly type: 'granted'; readonly idle_seconds: number }
  | {
      readonly type: 'refused';
      readonly reason: 'not_allowed' | 'taken' | 'unsupported' | 'ended';
      readonly message: string;
    }
  | {
      readonly type: 'handed-back';
      readonly reason: 'person' | 'idle' | 'run_canceled' | 'run_ended' | 'browser_gone';
      readonly message: string;
    }
  | {
      /** Characters that were typed in a row into a field that is painted over; null when something else was done. */
      readonly type: 'hidden-typed';
      readonly characters: number | null;
    }
  | {
      readonly type: 'error';
      readonly code: 'invalid_message' | 'no_control' | 'too_many' | 'input_failed';
      readonly message: string;
    };

/** A message to the service. Points are CSS pixels of the page; keys are named as in `KeyboardEvent.key`. */
export type LiveCommand =
  | { readonly type: 'take-over' | 'hand-back' }
  | {
      readonly type: 'mouse';
      readonly action: 'move' | 'down' | 'up';
      readonly x: number;
      readonly y: number;
      readonly button?: 'left' | 'middle' | 'right';
      readonly clicks?: number;
    }
  | {
      readonly type: 'wheel';
      readonly x: number;
      readonly y: number;
      readonly dx: number;
      readonly dy: number;
    }
  | { readonly type: 'key'; readonly action: 'down' | 'up' | 'press'; readonly key: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'navigate'; readonly to: 'back' | 'forward' | 'reload' }
  | { readonly type: 'open'; readonly url: string };

/** What a live view calls. */
export interface LiveListeners {
  /** A picture: JPEG of the whole viewport. */
  onFrame(jpeg: Blob): void;
  onMessage(message: LiveMessage): void;
  /** The connection has ended; code 1006 means that it was lost. */
  onClose?(end: { readonly code: number; readonly reason: string }): void;
}

/** An open live view. */
export interface LiveConnection {
  /** Sends a message; without effect when the connection is not open. */
  send(command: LiveCommand): void;
  /** Ends the connection. Who has control keeps it for 10 s, for a new connection with the same key. */
  close(): void;
}

/** Live views of the browsers of runs (`wr_…`, `tsk_…`) and browser sessions (`pbs_…`). */
export interface Live {
  token(id: string, options?: LiveTokenOptions): Promise<LiveTokenRecord>;
  /** Gets a token and connects with the `WebSocket` of the platform. */
  connect(id: string, listeners: LiveListeners, options?: LiveTokenOptions): Promise<LiveConnection>;
}

/**
 * Creates the calls about live views.
 *
 * @param url address of the service
 */
export function live({ api }: Pick<Connection, 'api'>, url: string): Live {
  const token: Live['token'] = (id, { control = false, ...options } = {}) => {
    const call = { body: { control }, ...callOf(options) };
    return id.startsWith('pbs_')
      ? bodyOf(
          api.POST('/v1/browser_sessions/{browser_session_id}/live_token', {
            params: { path: { browser_session_id: id } },
            ...call,
          }),
        )
      : bodyOf(api.POST('/v1/runs/{run_id}/live_token', { params: { path: { run_id: id } }, ...call }));
  };
  return {
    token,
    async connect(id, listeners, options) {
      const resource = id.startsWith('pbs_') ? 'browser_sessions' : 'runs';
      const base = url.replace(/\/+$/, '').replace(/^http/, 'ws');
      const given = await token(id, options);
      options?.signal?.throwIfAborted();
      return listen(
        new WebSocket(`${base}/v1/${resource}/${encodeURIComponent(id)}/live`, liveProtocols(given.token)),
        listeners,
      );
    },
  };
}

/**
 * Returns the subprotocols to open the WebSocket of a live view with: its own, and the token, which is kept out of the address that way.
 */
export function liveProtocols(token: string): string[] {
  return ['runwright.live', `runwright.token.${token}`];
}

function listen(socket: WebSocket, { onFrame, onMessage, onClose }: LiveListeners): LiveConnection {
  socket.binaryType = 'blob';
  socket.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') onMessage(JSON.parse(data) as LiveMessage);
    else onFrame(data as Blob);
  });
  socket.addEventListener('close', ({ code, reason }) => onClose?.({ code, reason }));
  return {
    send(command) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(command));
    },
    close: () => socket.close(1000),
  };
}
