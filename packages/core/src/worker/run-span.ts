import { isFinal, type Run } from '@runwright/contract';
import { type OpenSpan, rootTrace, type SpanOptions, withParent } from '../telemetry/trace.ts';
import { remoteSpan } from '../telemetry/trace-context.ts';

/**
 * The span of one claim of a run: a run that waits for long, or changes its worker, has several. The first one is inside of the
 * span that started the run. Later ones, which may come days after it, begin traces of their own and link to it.
 */
export function runSpan(run: Run): SpanOptions {
  const caller = remoteSpan(run.settings.traceContext);
  const isContinued = run.startedAt !== null;
  return {
    name: 'run',
    kind: 'consumer',
    parent: caller && !isContinued ? withParent(caller) : rootTrace,
    links: caller && isContinued ? [caller] : [],
    attributes: {
      'runwright.run.id': run.runId,
      'runwright.run.kind': run.kind,
      'runwright.run.continued': isContinued,
      'runwright.organization.id': run.organizationId,
      'runwright.workflow.id': run.workflowPermanentId,
    },
  };
}

/** Ends the span of a run, as failed when the run is. The text of a failure may show data of a page and is left out. */
export function endRunSpan(span: OpenSpan, { status, failureCategory }: Run): void {
  span.set({ 'runwright.run.status': status });
  const isFailure = isFinal(status) && status !== 'completed' && status !== 'canceled';
  span.end(isFailure ? `${status}: ${failureCategory ?? 'unknown'}` : null);
}
