import { EventSourceParserStream } from 'eventsource-parser/stream';
import { ApiError } from './api-error.ts';
import type { CallOptions, Connection } from './connection.ts';

/** Event of a run. */
export interface RunEvent {
  /** Grows within the run; pass the last one as `after` to continue. */
  readonly id: number;
  readonly event: 'run' | 'block' | 'thought' | 'take_over' | 'action' | 'artifact' | 'end';
  readonly data: unknown;
}

/** Options of a stream of events. */
export interface EventOptions extends CallOptions {
  /** Only events with a larger id; default: all. */
  readonly after?: number;
  /** Called each time that the stream is open; `reconnects` is 0 for the first time. Default: nobody is told. */
  readonly onOpen?: (connection: { readonly reconnects: number }) => void;
  /** Called when a connection was lost, before it is opened again. Default: nobody is told. */
  readonly onLost?: () => void;
}

/** Number of connections in a row that bring no event before the stream fails. */
const maxEmptyConnections = 5;
const reconnectMs = 500;

/**
 * Yields the events of a run until its `end`. A lost connection is opened again and continues after the last event
 * (`Last-Event-ID`). Throws `ApiError` when the service refuses the stream.
 */
export async function* runEvents(
  connection: Connection,
  runId: string,
  { after = 0, signal = new AbortController().signal, onOpen, onLost }: EventOptions = {},
): AsyncGenerator<RunEvent, void, undefined> {
  let last = after;
  let opened = 0;
  const open = (): void => {
    onOpen?.({ reconnects: opened });
    opened += 1;
  };
  for (let empty = 0; ; empty++) {
    try {
      for await (const event of eventsAfter(connection, runId, last, { signal, open })) {
        if (event.id <= last) continue;
        [last, empty] = [event.id, 0];
        yield event;
        if (event.event === 'end') return;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ApiError || empty >= maxEmptyConnections) throw error;
    }
    if (empty >= maxEmptyConnections) {
      throw new Error(
        `Cannot read the events of ${runId}: ${empty} connections ended without one. Read the run instead.`,
      );
    }
    onLost?.();
    await connection.wait(reconnectMs * 2 ** empty, signal);
  }
}

async function* eventsAfter(
  connection: Connection,
  runId: string,
  last: number,
  { signal, open }: { readonly signal: AbortSignal; readonly open: () => void },
): AsyncGenerator<RunEvent> {
  const headers = { accept: 'text/event-stream', ...(last > 0 ? { 'last-event-id': String(last) } : {}) };
  const { body } = await connection.get(`/v1/runs/${encodeURIComponent(runId)}/events`, { signal, headers });
  open();
  if (body === null) return;
  const reader = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (value.event === undefined || value.id === undefined) continue;
      yield { id: Number(value.id), event: value.event as RunEvent['event'], data: JSON.parse(value.data) };
    }
  } finally {
    // Ends the request when the consumer stops early; what failed has been thrown.
    await reader.cancel().catch(() => undefined);
  }
}
