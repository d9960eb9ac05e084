import {
  errorMessage,
  isFinal,
  type OutboxEntry,
  type Run,
  type RunPatch,
  RunwrightError,
  type TimelineDraft,
  type WebhookDelivery,
  type Write,
} from '@runwright/contract';
import { addressProblem, invalidInput, valueError } from '@runwright/definition';
import type { EngineDeps } from '../engine-deps.ts';
import { nextRunStatus } from '../machines/run.ts';
import { checkAddresses } from '../run-requests/check-addresses.ts';
import { changeRun } from '../runs/change-run.ts';
import { readTimeline } from '../runs/timeline.ts';
import { withAbort } from '../runtime/with-abort.ts';
import { errorEntry } from '../state/outcome.ts';
import { recordMetric } from '../telemetry/metrics.ts';
import { findLatestDelivery, isToOwnAddress } from './latest-delivery.ts';
import { readEndedRun } from './read-ended-run.ts';
import { type WebhookRequest, webhookRequest } from './webhook-request.ts';

/** From connecting to the end of the answer's headers; and from there to the end of the part that is kept. */
const deliveryMs = 10_000;
/** Bytes of an answer that are looked at, and characters of it that are kept. */
const maxAnswerBytes = 65_536;
const excerptLength = 2048;

type Deps = Pick<
  EngineDeps,
  'store' | 'clock' | 'keys' | 'links' | 'fetch' | 'makeId' | 'settings' | 'changes' | 'ends'
>;

/**
 * Writes down that the webhook of an ended run is to be sent once more, to its own address, which makes its status `pending` again, or to
 * another one. Throws `conflict` for a run that is not final or has no address, `invalid_input` and `egress_denied` for a wrong address.
 */
export async function scheduleWebhook(
  deps: Pick<EngineDeps, 'store' | 'clock' | 'makeId' | 'egress'>,
  run: Run,
  address: string | null,
): Promise<WebhookDelivery> {
  if (!isFinal(run.status)) throw new RunwrightError('conflict', 'Run is not final');
  const own = run.settings.webhookUrl;
  const webhookUrl = address?.trim() || own;
  if (!webhookUrl) throw new RunwrightError('conflict', 'No webhook address');
  const path = ['webhook_url'];
  const reason = addressProblem(webhookUrl);
  if (reason !== null) throw invalidInput('The webhook cannot be sent', [valueError(path, reason)]);
  await checkAddresses(deps, [{ path, address: webhookUrl }]);
  const now = deps.clock.now();
  const deliveryId = deps.makeId('whd');
  const { runId, organizationId } = run;
  const entry: OutboxEntry = {
    entryId: deps.makeId('obx'),
    organizationId,
    runId,
    type: 'webhook',
    payload: { delivery_id: deliveryId, webhook_url: webhookUrl, trigger: 'manual' },
    status: 'pending',
    dueAt: now,
    createdAt: now,
  };
  const delivery: WebhookDelivery = { ...newDelivery(deps, entry, run), status: 'scheduled' };
  await deps.store.deliveries.put(delivery);
  const patch: RunPatch = isToOwnAddress(run, delivery) ? { webhookStatus: 'pending' } : {};
  await changeRun(deps, runId, ({ revision }) => [
    { type: 'outbox', entry },
    { type: 'run', patch, revision },
  ]);
  return delivery;
}

/** Sends the webhook of an entry that is in `sending`, once, and records how it went on the run. */
export async function deliverWebhook(deps: Deps, entry: OutboxEntry): Promise<void> {
  const run = await deps.store.runs.find(entry.runId);
  if (run === null) return;
  const delivery = newDelivery(deps, entry, run);
  const request = await webhookRequest(deps, run, delivery).catch(causeOf);
  // Before it is sent: what may have arrived is known, also when this process dies meanwhile.
  await deps.store.deliveries.put(delivery, typeof request === 'string' ? undefined : request.kept);
  const beganAt = deps.clock.now();
  const answer =
    typeof request === 'string'
      ? { ...noAnswer, error: request }
      : await send(deps, delivery, request).catch((error: unknown) => ({
          ...noAnswer,
          error: causeOf(error),
        }));
  recordMetric('runwright.webhook.delivery.duration', Math.max(0, deps.clock.now() - beganAt) / 1000, {
    'runwright.webhook.status': answer.error === null ? 'delivered' : 'failed',
    'http.response.status_code': answer.httpStatus,
  });
  await decide(deps, entry, { ...delivery, ...answer });
}

/**
 * Settles an entry whose sender is gone. What the sender had decided stands; else it may have arrived, so it is not sent
 * again.
 */
export async function settleInterruptedWebhook(deps: Deps, entry: OutboxEntry): Promise<void> {
  const run = await deps.store.runs.find(entry.runId);
  if (run === null) return;
  const deliveries = await deps.store.deliveries.list(entry.organizationId, entry.runId);
  const known = deliveries.find(({ deliveryId }) => deliveryId === entry.payload.delivery_id);
  if (known && (known.status === 'delivered' || known.status === 'failed')) {
    if (!(await isOnRecord(deps, known))) await recordOnRun(deps, known, known.status);
    return settle(deps, entry, known.status);
  }
  const error = 'interrupted: the worker was lost while sending, and the webhook may have arrived';
  await decide(deps, entry, { ...(known ?? newDelivery(deps, entry, run)), error });
}

type Answer = Pick<WebhookDelivery, 'httpStatus' | 'latencyMs' | 'responseExcerpt' | 'error'>;

const noAnswer: Answer = { httpStatus: null, latencyMs: null, responseExcerpt: null, error: null };

function newDelivery(deps: Pick<Deps, 'clock'>, entry: OutboxEntry, run: Run): WebhookDelivery {
  const trigger = entry.payload.trigger === 'manual' ? 'manual' : 'automatic';
  return {
    deliveryId: String(entry.payload.delivery_id),
    organizationId: run.organizationId,
    runId: run.runId,
    trigger,
    webhookUrl: String(entry.payload.webhook_url).trim(),
    status: 'sending',
    ...noAnswer,
    // Resends keep their order however long they wait. The automatic delivery can wait for the browser, and is then sent after a resend.
    createdAt: trigger === 'manual' ? entry.createdAt : deps.clock.now(),
    finishedAt: null,
  };
}

async function send(
  deps: Pick<Deps, 'clock' | 'fetch'>,
  { webhookUrl }: WebhookDelivery,
  { headers, body }: WebhookRequest,
): Promise<Answer> {
  const { clock } = deps;
  const began = clock.now();
  const limit = new AbortController();
  const { signal } = limit;
  const response = await withinTime(deps, limit, () =>
    deps.fetch(webhookUrl, { method: 'POST', redirect: 'manual', signal, headers, body }),
  );
  const latencyMs = clock.now() - began;
  const responseExcerpt = await withinTime(deps, limit, () => excerptOf(response)).catch(() => null);
  const error =
    response.status >= 200 && response.status < 300 ? null : `the receiver answered ${response.status}`;
  return { httpStatus: response.status, latencyMs, responseExcerpt, error };
}

/** Aborts `limit` when `act` takes too long, and ends then even when `act` does not. */
async function withinTime<T>(
  { clock }: Pick<Deps, 'clock'>,
  limit: AbortController,
  act: () => Promise<T>,
): Promise<T> {
  const done = new AbortController();
  clock.sleep(deliveryMs, { signal: done.signal }).then(
    () => limit.abort(new Error(`no answer within ${deliveryMs / 1000} seconds`)),
    () => undefined,
  );
  try {
    return await withAbort(act(), limit.signal, clock);
  } catch (error) {
    throw limit.signal.aborted ? limit.signal.reason : error;
  } finally {
    done.abort();
  }
}

async function excerptOf(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    pieces.push(piece);
    size += piece.length;
    if (size >= maxAnswerBytes) break;
  }
  return Buffer.concat(pieces).subarray(0, maxAnswerBytes).toString('utf8').slice(0, excerptLength);
}

async function decide(deps: Deps, entry: OutboxEntry, answered: WebhookDelivery): Promise<void> {
  const { store, clock } = deps;
  const status = answered.error === null ? 'delivered' : 'failed';
  await store.deliveries.put({ ...answered, status, finishedAt: clock.now() });
  await recordOnRun(deps, answered, status);
  await settle(deps, entry, status);
}

async function settle(deps: Deps, entry: OutboxEntry, status: 'delivered' | 'failed'): Promise<void> {
  const to = status === 'delivered' ? 'done' : 'failed';
  await deps.store.outbox.settle(entry.entryId, { from: 'sending', to });
}

async function isOnRecord(deps: Deps, { runId, deliveryId }: WebhookDelivery): Promise<boolean> {
  const events = await readTimeline(deps, runId);
  return events.some((event) => event.type === 'webhook' && event.deliveryId === deliveryId);
}

/** Puts the outcome on the timeline and on the run, which has no worker any more. */
async function recordOnRun(
  deps: Deps,
  delivery: WebhookDelivery,
  status: 'delivered' | 'failed',
): Promise<void> {
  const { runId, organizationId, deliveryId, error } = delivery;
  const event: TimelineDraft = {
    runId,
    organizationId,
    eventId: deps.makeId('ev'),
    blockRunId: null,
    label: null,
    at: deps.clock.now(),
    type: 'webhook',
    deliveryId,
    status,
    error,
  };
  await changeRun(deps, runId, async (run) => {
    const patch = await outcomePatch(deps, run, delivery);
    const writes: Write[] = [{ type: 'timeline', event }];
    if (patch !== null) writes.push({ type: 'run', patch, revision: run.revision });
    return writes;
  });
  deps.changes.emit(runId);
}

/**
 * Returns what a delivery changes in its run; null for nothing. The latest delivery to the run's own address decides: what an earlier one has
 * changed is taken back. A success at another address takes back a failure too.
 */
async function outcomePatch(deps: Deps, run: Run, delivery: WebhookDelivery): Promise<RunPatch | null> {
  const { error, deliveryId } = delivery;
  const ended = await readEndedRun(deps, run);
  if (!isToOwnAddress(run, delivery)) {
    const isFailed = run.failureReason !== ended.failureReason;
    if (error !== null || !isFailed || run.webhookStatus === 'pending') return null;
    // Rows of earlier versions have no webhook status, and a store restores a final status only together with one.
    return restoringPatch(run, ended, run.webhookStatus ?? 'failed');
  }
  const latest = await findLatestDelivery(deps, run);
  if (latest !== null && latest.deliveryId !== deliveryId) return null;
  if (error === null) return restoringPatch(run, ended, 'delivered');
  if (deps.settings.webhookFailure !== 'fail_run') return restoringPatch(run, ended, 'failed');
  const status = nextRunStatus(run.status, { type: 'webhook-fail' });
  return { ...failedBy(ended, error), status, webhookStatus: 'failed' };
}

function restoringPatch(run: Run, ended: Run, webhookStatus: 'delivered' | 'failed'): RunPatch {
  const { failureReason, failureCategory, errors } = ended;
  const status = nextRunStatus(run.status, { type: 'webhook-restore', status: ended.status });
  return { status, failureReason, failureCategory, errors, webhookStatus };
}

function failedBy(ended: Run, cause: string): Pick<Run, 'failureReason' | 'failureCategory' | 'errors'> {
  const reason = `Webhook delivery failed: ${cause}`;
  return {
    failureReason: ended.failureReason === null ? reason : `${ended.failureReason}; ${reason}`,
    failureCategory: ended.status === 'failed' ? ended.failureCategory : 'webhook',
    errors: [...ended.errors, errorEntry('webhook_delivery_failed', reason, null)].slice(0, 100),
  };
}

/** The innermost cause in words; network errors say what happened only there. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error.cause instanceof Error ? causeOf(error.cause) : '';
  const own = errorMessage(error) || error.name;
  return inner === '' || own.includes(inner) ? own : `${own} (${inner})`;
}
