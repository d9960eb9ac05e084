import {
  type Attributes,
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { RunwrightError } from '@runwright/contract';
import { version } from '../version.ts';

export type { Context } from '@opentelemetry/api';

/** The context without a parent span. */
export const rootTrace: Context = ROOT_CONTEXT;

/** Returns the context of what happens in a span of another process. */
export function withParent(span: SpanContext): Context {
  return trace.setSpanContext(ROOT_CONTEXT, span);
}

/** Options of a span. */
export interface SpanOptions {
  readonly name: string;
  readonly parent: Context;
  readonly attributes: Attributes;
  /** `client` for a call of another system, `consumer` for work that came through a queue. Default `internal`. */
  readonly kind?: 'internal' | 'client' | 'consumer';
  /** Spans that this one follows without being inside of them. Default: none. */
  readonly links?: readonly SpanContext[];
}

const kinds = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

/** A span that has begun, and the context for what happens in it. */
export interface OpenSpan {
  readonly context: Context;
  set(attributes: Attributes): void;
  /** Ends the span; with the text of what failed, if something did. A second call does nothing. */
  end(failure?: string | null): void;
}

/** Begins a span. Without an OpenTelemetry SDK in the process nothing is recorded. */
export function beginSpan({
  name,
  parent,
  attributes,
  kind = 'internal',
  links = [],
}: SpanOptions): OpenSpan {
  const span: Span = trace
    .getTracer('@runwright/core', version)
    .startSpan(
      name,
      { attributes, kind: kinds[kind], links: links.map((span) => ({ context: span })) },
      parent,
    );
  let isEnded = false;
  return {
    context: trace.setSpan(parent, span),
    set(more) {
      if (!isEnded) span.setAttributes(more);
    },
    end(failure = null) {
      if (isEnded) return;
      isEnded = true;
      if (failure !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
      span.end();
    },
  };
}

/**
 * Does work in a span, which is the active one meanwhile, so that spans of libraries belong to it. What the work throws is
 * recorded by its code and, as its message may have secrets, without a message unless `describe` gives one.
 */
export async function inSpan<T>(
  options: SpanOptions,
  work: (span: OpenSpan) => Promise<T>,
  describe: (error: unknown) => string = codeOf,
): Promise<T> {
  const span = beginSpan(options);
  try {
    const result = await context.with(span.context, work, undefined, span);
    span.end();
    return result;
  } catch (error) {
    span.set({ 'error.type': codeOf(error) });
    span.end(describe(error));
    throw error;
  }
}

function codeOf(error: unknown): string {
  if (RunwrightError.is(error)) return error.code;
  return error instanceof Error ? error.name : 'error';
}
