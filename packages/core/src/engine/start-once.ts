import { type IdempotencyKey, isFinal, type Json, type Run, RunwrightError } from '@runwright/contract';
import { invalidInput } from '@runwright/definition';
import type { IdempotencyApi } from '../api/idempotency-api.ts';
import type { RunOrigin, StartedRun, StartIdempotency } from '../api/runs-api.ts';
import { hashValues } from '../crypto/hash-values.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { checkOrganization } from '../run-requests/check-organization.ts';
import { metadataProblems } from '../run-requests/metadata-problems.ts';
import { cancelWithChildren } from '../runs/child-runs.ts';
import { activeTraceContext } from '../telemetry/trace-context.ts';

type Deps = EngineDeps & { readonly idempotency: IdempotencyApi };

/** Starts a run as its origin asks for: once for each idempotency key, and until its signal is aborted. */
export type StartOnce = <Request>(
  call: string,
  request: Request,
  origin: RunOrigin,
  start: (request: Request, origin: RunOrigin) => Promise<StartedRun>,
) => Promise<StartedRun>;

/** Creates the starter of an engine; `relay` is called after a run was canceled. */
export function createStartOnce(deps: Deps, relay: () => void): StartOnce {
  return async (call, request, given, start) => {
    const traceContext = given.traceContext ?? activeTraceContext();
    const origin = { ...given, ...(traceContext ? { traceContext } : {}) };
    const { signal, idempotencyKey, metadata } = origin;
    const problems = metadataProblems(metadata);
    if (problems.length > 0) throw invalidInput('The run cannot be started', problems);
    await checkOrganization(deps, origin.organizationId);
    if (signal?.aborted) throw abortedStart(signal);
    const run =
      idempotencyKey === undefined
        ? await start(request, origin)
        : await startWithKey(deps, { call, request, origin, key: idempotencyKey }, (idempotency) =>
            start(request, { ...origin, idempotency }),
          );
    if (signal) cancelWhenAborted(run, signal);
    return run;
  };

  function cancelWhenAborted(run: Run, signal: AbortSignal): void {
    if (isFinal(run.status)) return;
    const cancel = () => {
      unlisten();
      void cancelWithChildren(deps, run).then(relay, (error: unknown) =>
        deps.report(error, { component: 'worker', operation: 'cancel', runId: run.runId }),
      );
    };
    const unlisten = deps.ends.on(run.runId, () => {
      unlisten();
      signal.removeEventListener('abort', cancel);
    });
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
  }
}

async function startWithKey(
  { store, idempotency }: Pick<Deps, 'store' | 'idempotency'>,
  {
    call,
    request,
    origin,
    key,
  }: { readonly call: string; readonly request: unknown; readonly origin: RunOrigin; readonly key: string },
  start: (idempotency: StartIdempotency) => Promise<StartedRun>,
): Promise<StartedRun> {
  const { organizationId } = origin;
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw problemAt('idempotencyKey', 'it has to have 1 to 255 printable ASCII characters');
  }
  // A method of its own, so that no request over HTTP has the same key.
  const place: Pick<IdempotencyKey, 'organizationId' | 'method' | 'route' | 'key'> = {
    organizationId,
    method: 'CALL',
    route: call,
    key,
  };
  const requestHash = hashValues([request, origin.metadata ?? null]);
  const outcome = await idempotency.begin({ ...place, requestHash });
  if (outcome.type !== 'reserved') {
    if (outcome.requestHash !== requestHash) {
      throw new RunwrightError(
        'conflict',
        `The idempotency key \`${key}\` was already used with a different request; choose another key.`,
      );
    }
    if (outcome.type === 'in_progress') throw inProgress(key);
    return startedRun(await store.runs.get(organizationId, runIdOf(outcome.answer.body)), key);
  }
  const { reservation } = outcome;
  try {
    return await start({ reservation, answer: ({ runId }) => ({ status: 200, body: { run_id: runId } }) });
  } finally {
    if (reservation.isOpen) await reservation.release();
  }
}

function runIdOf(body: Json): string {
  const isRecord = typeof body === 'object' && body !== null && 'run_id' in body;
  return isRecord ? String(body.run_id) : '';
}

function startedRun(run: Run | null, key: string): Run {
  if (run !== null) return run;
  throw new RunwrightError('not_found', `The run of the idempotency key \`${key}\` is not stored any more.`);
}

function inProgress(key: string): RunwrightError {
  return new RunwrightError(
    'conflict',
    `A start with the idempotency key \`${key}\` is in progress. Wait for its answer, then try again.`,
    { retryable: true, details: { retry_after_seconds: 1 } },
  );
}

function abortedStart(signal: AbortSignal): RunwrightError {
  return new RunwrightError(
    'canceled',
    'The signal was aborted before the run was started; there is no run.',
    {
      cause: signal.reason,
    },
  );
}

function problemAt(member: string, reason: string): RunwrightError {
  return invalidInput('The run cannot be started', [
    { path: [member], type: 'value_error', message: `Value error, ${reason}` },
  ]);
}
