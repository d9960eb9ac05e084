import { isFinal, type Run } from '@runwright/contract';
import { type OpenSpan, rootTrace, type SpanOptions } from '../telemetry/trace.ts';

/** The span of one claim of a run: a run that waits for long, or changes its worker, has several. */
export function runSpan(run: Run): SpanOptions {
  return {
    name: 'run',
    parent: rootTrace,
    attributes: {
      'runwright.run.id': run.runId,
      'runwright.run.kind': run.kind,
      'runwright.run.continued': run.startedAt !== null,
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
