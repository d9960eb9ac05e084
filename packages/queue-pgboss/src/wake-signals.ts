import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Tells the processes that share a queue that a run waits. */
export interface WakeSignals {
  /** Wakes all processes, this one too. Does nothing while there is no connection: the others look by themselves soon. */
  send(): void;
  close(): Promise<void>;
}

/** Time in ms before a lost connection is opened again. */
const againMs = 1000;

/**
 * Listens to a channel of PostgreSQL (LISTEN, NOTIFY) on a connection of its own, which is opened again when it is lost. Signals are
 * hints: those that were sent meanwhile are lost.
 */
export function wakeSignals(options: {
  readonly url: string;
  readonly channel: string;
  readonly onWake: () => void;
  readonly onError: (error: unknown) => void;
}): WakeSignals {
  const { url, channel, onWake, onError } = options;
  const closing = new AbortController();
  let connected: pg.Client | null = null;
  let sending: Promise<unknown> | null = null;
  let again = false;
  const listening = listenOn();

  return {
    send() {
      if (sending) again = true;
      else sending = sendAll();
    },
    async close() {
      closing.abort();
      await listening;
    },
  };

  /** One at a time: those that are asked for meanwhile are one. */
  async function sendAll(): Promise<void> {
    do {
      again = false;
      await connected?.query('select pg_notify($1, $2)', [channel, '']).catch(onError);
    } while (again);
    sending = null;
  }

  async function listenOn(): Promise<void> {
    const { signal } = closing;
    while (!signal.aborted) {
      await listen().catch(onError);
      await sleep(againMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Resolves when the signals are closed, and rejects when the connection is lost. */
  async function listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'runwright-wake',
      keepAlive: true,
    });
    const lost = Promise.withResolvers<never>();
    lost.promise.catch(() => undefined);
    client.on('error', lost.reject);
    client.on('end', () => lost.reject(new Error('The connection that wakes this process was closed.')));
    client.on('notification', onWake);
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      connected = client;
      // What was enqueued before that sent its signal to nobody.
      onWake();
      await Promise.race([lost.promise, aborted(closing.signal)]);
    } finally {
      connected = null;
      await client.end().catch(() => undefined);
    }
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
