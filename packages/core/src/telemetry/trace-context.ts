import {
  type Context,
  context,
  createTraceState,
  isSpanContextValid,
  ROOT_CONTEXT,
  type SpanContext,
  trace,
} from '@opentelemetry/api';
import type { TraceContext } from '@runwright/contract';

/** Headers of W3C Trace Context (https://www.w3.org/TR/trace-context/), as Node has them: several of one name joined by commas. */
export interface TraceHeaders {
  readonly traceparent?: string | readonly string[] | undefined;
  readonly tracestate?: string | readonly string[] | undefined;
}

/** Flags that have a meaning: sampled, and random trace id. Others are cleared, as the text asks. */
const knownFlags = 0x03;

/** Returns the active span of OpenTelemetry; null when there is none. */
export function activeTraceContext(): TraceContext | null {
  return traceContextOf(context.active());
}

/** Returns the span of a context; null when it has none. */
export function traceContextOf(source: Context): TraceContext | null {
  const span = trace.getSpanContext(source);
  if (!span || !isSpanContextValid(span)) return null;
  const tracestate = span.traceState?.serialize();
  const flags = (span.traceFlags & knownFlags).toString(16).padStart(2, '0');
  return {
    traceparent: `00-${span.traceId}-${span.spanId}-${flags}`,
    ...(tracestate ? { tracestate } : {}),
  };
}

/**
 * Reads the headers of a request. Returns null when `traceparent` is missing or invalid; `tracestate` counts only beside a valid
 * one. A later version than `00` is read as far as `00` goes.
 */
export function readTraceContext(headers: TraceHeaders): TraceContext | null {
  const { traceparent, tracestate } = headers;
  if (typeof traceparent !== 'string') return null;
  const span = parseTraceparent(traceparent.trim());
  if (!span) return null;
  const state = createTraceState(typeof tracestate === 'object' ? tracestate.join(',') : tracestate);
  return traceContextOf(trace.setSpanContext(ROOT_CONTEXT, { ...span, traceState: state }));
}

/** Returns the span of a stored place in a trace, which is in another process; null when there is none. */
export function remoteSpan(stored: TraceContext | undefined): SpanContext | null {
  const span = stored ? parseTraceparent(stored.traceparent) : null;
  if (!span) return null;
  return { ...span, isRemote: true, traceState: createTraceState(stored?.tracestate) };
}

function parseTraceparent(text: string): SpanContext | null {
  const found = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(text);
  if (!found) return null;
  const [, version = '', traceId = '', spanId = '', flags = '', more] = found;
  if (version === 'ff' || (version === '00' && more !== undefined)) return null;
  const span = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & knownFlags };
  return isSpanContextValid(span) ? span : null;
}
