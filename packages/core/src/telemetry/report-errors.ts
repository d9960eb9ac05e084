import { type Clock, RunwrightError } from '@runwright/contract';
import type { EngineLogger, ErrorHandler, ErrorPlace } from '../api/observer-options.ts';

/** Time in ms in which the same error in the same place is counted instead of reported. */
const quietMs = 10_000;
/** Places that are remembered. */
const mostPlaces = 1000;

/** Reports an error that nobody else answers. The same error object is reported once, however many places it passes. */
export type ReportError = (
  error: unknown,
  place: Pick<ErrorPlace, 'component' | 'operation'> & { readonly runId?: string | null },
) => void;

/** Creates the reporter of an engine: to the host's handler and logger, which never break it. */
export function createErrorReporter(options: {
  readonly clock: Pick<Clock, 'now'>;
  readonly logger?: EngineLogger | undefined;
  readonly onError?: ErrorHandler | undefined;
}): ReportError {
  const { clock, logger, onError } = options;
  const known = new WeakSet<object>();
  const places = new Map<string, { at: number; repeats: number }>();
  return (error, { component, operation, runId = null }) => {
    if (typeof error === 'object' && error !== null) {
      if (known.has(error)) return;
      known.add(error);
    }
    const message = error instanceof Error ? error.message : String(error);
    const key = [component, operation, runId, message].join('\n');
    const last = places.get(key);
    if (last && clock.now() - last.at < quietMs) {
      last.repeats += 1;
      return;
    }
    if (places.size >= mostPlaces) places.clear();
    places.set(key, { at: clock.now(), repeats: 0 });
    const where: ErrorPlace = { component, operation, runId, repeats: last?.repeats ?? 0 };
    attempt(() => logger?.error({ err: error, ...where }, `${component}: ${operation} failed: ${message}`));
    try {
      onError?.(error, where);
    } catch (thrown) {
      attempt(() => logger?.error({ err: thrown, ...where }, 'onError itself failed'));
    }
  };
}

/** Returns whether an error is one of a driver or a defect, and no answer such as `not_found` or an abort. */
export function isFault(error: unknown): boolean {
  if (RunwrightError.is(error)) return error.code === 'internal' || error.details.store_unavailable === true;
  return !(error instanceof Error && error.name === 'AbortError');
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // A logger that fails leaves nothing to tell it with.
  }
}
