import { ApiError } from './api-error.ts';
import type { RunRecord } from './api-types.ts';
import { bodyOf, type CallOptions, type Connection, callOf } from './connection.ts';
import { type EventOptions, type RunEvent, runEvents } from './run-events.ts';

/** Options of `RunHandle.finished`. */
export interface FinishedOptions extends CallOptions {
  /** Time in ms between reads of the run where events cannot be streamed; default 2000. */
  readonly pollMs?: number;
}

/** A run that was started. */
export interface RunHandle {
  readonly runId: string;
  /** Record of the start's response; null for a handle of `runs.handle`. */
  readonly started: RunRecord | null;
  /** Reads the record as it is now. */
  get(options?: CallOptions): Promise<RunRecord>;
  /**
   * Waits for the final status, and for the outcome of the webhook, which can change it; then returns the record. Streams events, and reads
   * the record again and again without.
   */
  finished(options?: FinishedOptions): Promise<RunRecord>;
  /** Yields what happens in the run, from its beginning, until its end. */
  events(options?: EventOptions): AsyncGenerator<RunEvent, void, undefined>;
  /** Cancels the run. */
  cancel(options?: CallOptions): Promise<void>;
}

const finals: ReadonlySet<string> = new Set(['completed', 'failed', 'terminated', 'timed_out', 'canceled']);

/** Creates the handle of a run. */
export function runHandle(connection: Connection, runId: string, started: RunRecord | null): RunHandle {
  const { api } = connection;
  const path = { run_id: runId };
  const get = (options?: CallOptions): Promise<RunRecord> =>
    bodyOf(api.GET('/v1/runs/{run_id}', { params: { path }, ...callOf(options) }));

  return {
    runId,
    started,
    get,
    async finished({ pollMs = 2000, signal = new AbortController().signal } = {}) {
      try {
        for await (const _event of runEvents(connection, runId, { signal })) signal.throwIfAborted();
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof ApiError && error.code !== 'network' && error.status < 429) throw error;
      }
      for (;;) {
        const run = await get({ signal });
        if (finals.has(run.status) && run.webhook_status !== 'pending') return run;
        await connection.wait(pollMs, signal);
      }
    },
    events: (options) => runEvents(connection, runId, options),
    async cancel(options) {
      await api.POST('/v1/runs/{run_id}/cancel', { params: { path }, ...callOf(options) });
    },
  };
}
