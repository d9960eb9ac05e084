import type { Artifact, Run, SentRequest, Store, WebhookDelivery } from '@runwright/contract';
import { canonicalJson, limitLongNumbers } from '../crypto/canonical-json.ts';
import { signBody } from '../crypto/sign-body.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { toRunFile } from '../files/run-files.ts';
import { readTimeline } from '../runs/timeline.ts';
import { version } from '../version.ts';
import { keepRequest } from './keep-request.ts';
import { readEndedRun } from './read-ended-run.ts';
import { webhookPayload } from './webhook-payload.ts';

/** The request of a delivery. */
export interface WebhookRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
  /** What the delivery keeps of it. */
  readonly kept: SentRequest;
}

/**
 * Makes the request of a delivery: the payload of the run as it ended, signed. A resend has the payload of the first delivery,
 * but for its own address and for links, which are signed anew because they expire.
 */
export async function webhookRequest(
  deps: Pick<EngineDeps, 'store' | 'clock' | 'keys' | 'links'>,
  run: Run,
  delivery: WebhookDelivery,
): Promise<WebhookRequest> {
  const { store, clock, links } = deps;
  const workflow = await store.workflows.getVersion(run.organizationId, run.workflowId);
  if (workflow === null) throw new Error('the workflow version of the run is gone');
  const key = await deps.keys.signing(run.organizationId, run.apiKeyId);
  const artifacts = await artifactsOf(store, run, await firstSentAt(store, delivery));
  const stored = await store.files.list(run.organizationId, run.runId);
  const files = stored.map((file) => toRunFile(file, links));
  const { webhookUrl } = delivery;
  const told = await readEndedRun(deps, { ...run, output: limitLongNumbers(run.output) });
  const chosenUrl = await chosenStart(deps, run);
  const payload = webhookPayload({ run: told, workflow, artifacts, files, links, webhookUrl, chosenUrl });
  const body = new TextEncoder().encode(canonicalJson(payload));
  const headers = {
    'content-type': 'application/json',
    'user-agent': `runwright/${version}`,
    'x-service-signature': signBody(body, key),
    'x-service-timestamp': String(Math.floor(clock.now() / 1000)),
    ...traceHeader(run),
  };
  return { headers, body, kept: keepRequest({ headers, payload, body }) };
}

/** When the first delivery of the run was sent; null for the first one. */
async function firstSentAt(store: Store, delivery: WebhookDelivery): Promise<number | null> {
  if (delivery.trigger === 'automatic') return null;
  const all = await store.deliveries.list(delivery.organizationId, delivery.runId);
  const first = all.findLast(
    ({ deliveryId, status }) => deliveryId !== delivery.deliveryId && status !== 'scheduled',
  );
  return first?.createdAt ?? null;
}

/** The artifacts of a run, and the recordings of the browser session that it used; `until`: those of that time. */
async function artifactsOf(
  store: Store,
  { organizationId, runId, settings }: Run,
  until: number | null,
): Promise<readonly Artifact[]> {
  const { browserSessionId } = settings;
  const own = await store.artifacts.list(organizationId, runId);
  const ofSession = browserSessionId
    ? await store.artifacts.list(organizationId, browserSessionId, { types: ['recording'] })
    : [];
  return [...own, ...ofSession].filter(({ createdAt }) => until === null || createdAt <= until);
}

/** The receiver belongs to the caller. `tracestate`, which is data of the caller's tools, is not for it. */
function traceHeader({ settings }: Run): { readonly traceparent?: string } {
  return settings.traceContext ? { traceparent: settings.traceContext.traceparent } : {};
}

/** The address that the agent of a task without one chose; null when it chose none. */
async function chosenStart(
  deps: Pick<EngineDeps, 'store' | 'clock'>,
  { kind, request, runId }: Run,
): Promise<string | null> {
  if (kind !== 'task' || request.url) return null;
  const events = await readTimeline(deps, runId);
  const choice = events.find((event) => event.type === 'thought' && event.scenario === 'generate_metadata');
  return choice?.type === 'thought' ? choice.answer : null;
}
