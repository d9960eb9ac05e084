import { type Attempt, type Clock, isFinal, type Run, type Write } from '@runwright/contract';
import type { EngineHooks, EngineLogger } from '../api/observer-options.ts';
import { recordMetric } from './metrics.ts';
import type { ReportError } from './report-errors.ts';

/** Time in ms that hooks have to end when the engine closes. */
const closeMs = 5_000;

/** Tells the host what was stored for runs, and counts it. */
export interface RunEvents {
  /** Calls the hooks of what a batch of writes says, logs it and records its metrics. */
  committed(run: Run, writes: readonly Write[]): void;
  /** Waits for hooks that have not ended, for a bounded time. */
  close(): Promise<void>;
}

/** Creates the events of an engine: for the host's hooks and logger. */
export function createRunEvents(options: {
  readonly clock: Clock;
  readonly report: ReportError;
  readonly hooks?: EngineHooks | undefined;
  readonly logger?: EngineLogger | undefined;
}): RunEvents {
  const { clock, report, logger } = options;
  const hooks: EngineHooks = { ...options.hooks };
  const pending = new Set<Promise<void>>();
  return {
    committed(run, writes) {
      if (writes.some(({ type }) => type === 'timeline' || type === 'run')) tell(run, writes);
    },
    async close() {
      if (pending.size === 0) return;
      const ended = new AbortController();
      const late = clock.sleep(closeMs, { signal: ended.signal }).catch(() => undefined);
      await Promise.race([Promise.all(pending), late]);
      ended.abort();
    },
  };

  function tell(run: Run, writes: readonly Write[]): void {
    const about = { runId: run.runId, organizationId: run.organizationId };
    if (writes.some((write) => write.type === 'run' && typeof write.patch.startedAt === 'number')) {
      log('info', about, 'run started');
      recordMetric('runwright.run.started', 1, { 'runwright.run.kind': run.kind });
      call('runStart', run, () => hooks.runStart?.({ run, at: run.startedAt ?? clock.now() }));
    }
    for (const write of writes) {
      if (write.type !== 'timeline') continue;
      const { event } = write;
      if (event.type === 'run-end' && isFinal(run.status)) {
        log('info', { ...about, status: event.status, failureReason: event.failureReason }, 'run ended');
        recordEnd(run, event.at);
        call('runEnd', run, () => hooks.runEnd?.({ run, at: event.at }));
      }
      if (event.type !== 'block-start' && event.type !== 'block-end') continue;
      const attempt = attemptOf(writes, event.blockRunId, event.type === 'block-end');
      if (attempt === null) continue;
      const { label, blockType, attempt: number } = attempt;
      const block = { ...about, label, blockType, attempt: number };
      if (event.type === 'block-end') {
        const attributes = { 'runwright.block.type': blockType, 'runwright.block.status': event.status };
        recordMetric('runwright.block.duration', event.durationMs / 1000, attributes);
      }
      if (event.type === 'block-start') {
        log('debug', block, 'block started');
        call('blockStart', run, () => hooks.blockStart?.({ run, attempt, at: event.at }));
      } else {
        const { status, failureReason } = event;
        log(status === 'failed' ? 'warn' : 'debug', { ...block, status, failureReason }, 'block ended');
        call('blockEnd', run, () => hooks.blockEnd?.({ run, attempt, at: event.at }));
      }
    }
  }

  function call(name: keyof EngineHooks, run: Run, hook: () => unknown): void {
    const place = { component: 'hook', operation: name, runId: run.runId } as const;
    try {
      const result = hook();
      if (!(result instanceof Promise)) return;
      const done: Promise<void> = result
        .then(
          () => undefined,
          (error: unknown) => report(error, place),
        )
        .finally(() => pending.delete(done));
      pending.add(done);
    } catch (error) {
      report(error, place);
    }
  }

  function log(level: keyof EngineLogger, fields: object, message: string): void {
    try {
      logger?.[level](fields, message);
    } catch (error) {
      report(error, { component: 'hook', operation: 'logger' });
    }
  }
}

function recordEnd({ kind, status, failureCategory, startedAt }: Run, at: number): void {
  const about = { 'runwright.run.kind': kind, 'runwright.run.status': status };
  recordMetric('runwright.run.ended', 1, { ...about, 'runwright.run.failure_category': failureCategory });
  if (startedAt !== null) recordMetric('runwright.run.duration', Math.max(0, at - startedAt) / 1000, about);
}

/** The attempt that an event of a batch is about, as it was when the event happened: its first row, or its last. */
function attemptOf(writes: readonly Write[], blockRunId: string | null, isEnd: boolean): Attempt | null {
  const rows = writes.flatMap((write) =>
    write.type === 'attempt' && write.attempt.blockRunId === blockRunId ? [write.attempt] : [],
  );
  return (isEnd ? rows.at(-1) : rows[0]) ?? null;
}
