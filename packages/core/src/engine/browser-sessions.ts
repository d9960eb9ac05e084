import {
  type BrowserSessionLimits,
  BrowserSessionRequest,
  type BrowserSessionRow,
  defaults,
  isFinalBrowserSession,
  type Json,
  notFound,
  RunwrightError,
} from '@runwright/contract';
import { compileSchema, invalidInput } from '@runwright/definition';
import type { BrowserSessionDetails } from '../api/browser-sessions-api.ts';
import type { Engine } from '../api/engine.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { endSession } from '../sessions/end-session.ts';
import { exposesAddress } from '../sessions/exposes-address.ts';
import type { SessionHost } from '../sessions/session-host.ts';
import { createSessionHops, existingSession } from './session-hops.ts';

const checkRequest = compileSchema(BrowserSessionRequest);
/** Time between two looks whether a session that nobody holds yet has been taken. */
const waitMs = 50;

/** The browser session calls of an engine. `relay` executes what the end of a run has left in the outbox. */
export function createBrowserSessions(
  deps: EngineDeps,
  host: SessionHost,
  relay: () => void,
): Engine['browserSessions'] {
  const { store, clock } = deps;

  const existing = (organizationId: string, id: string) => existingSession(store, organizationId, id);
  const detailsOf = async (session: BrowserSessionRow): Promise<BrowserSessionDetails> => {
    const { organizationId, browserSessionId: id } = session;
    const [files, recordings] = await Promise.all([
      store.files.list(organizationId, id),
      store.artifacts.list(organizationId, id, { types: ['recording'] }),
    ]);
    return { session, files: files.toReversed(), recordings: recordings.toReversed() };
  };

  return {
    async create(organizationId, given = {}, { open } = {}) {
      const checked = checkRequest(given);
      if (!checked.ok) throw invalidInput('The browser session cannot be created', checked.problems);
      const session = newSession(deps, organizationId, checked.value);
      const { browserProfileId } = session;
      if (
        browserProfileId !== null &&
        (await store.browserProfiles.get(organizationId, browserProfileId)) === null
      ) {
        throw notFound('Browser profile', browserProfileId);
      }
      const limits = await sessionLimits(deps);
      if (open) host.useBrowser(session.browserSessionId, open);
      const added = await store.browserSessions.add(session, limits);
      if (added !== 'added') throw noSlot(added, limits);
      // Another worker may take it as well, and this one looks again in a moment.
      const taking = host.take().catch(() => undefined);
      if (open) {
        await taking;
        if (!host.holds(session.browserSessionId)) throw await notTaken(session);
      }
      return { session, files: [], recordings: [] };
    },
    get: async (organizationId, id) => detailsOf(await existing(organizationId, id)),
    async list(organizationId) {
      const sessions = await store.browserSessions.listOpen(organizationId);
      return Promise.all(sessions.map(detailsOf));
    },
    async close(organizationId, id) {
      const row = await existing(organizationId, id);
      if (!isFinalBrowserSession(row.status) && !(await host.close(id)))
        await endSession(deps, id, { status: 'completed', reason: null });
      relay();
    },
    async browser(organizationId, id, { signal }) {
      for (;;) {
        const row = await existing(organizationId, id);
        if (isFinalBrowserSession(row.status)) {
          const reason = row.failureReason ?? 'it was closed.';
          throw new RunwrightError('conflict', `Browser session ${id} has ended: ${reason}`);
        }
        const browser = host.browserOf(id);
        if (browser) return browser;
        if (row.status === 'running' && !host.holds(id)) {
          throw new RunwrightError(
            'conflict',
            `Cannot use the browser of session ${id}: another worker holds it. Ask the engine that has opened it.`,
          );
        }
        if (host.holds(id)) await untilAborted(host.whenReady(id), signal);
        if (host.browserOf(id) === null) await clock.sleep(waitMs, { signal });
      }
    },
    ...createSessionHops(deps, host),
  };

  /** Ends a session whose browser only this process could have opened. */
  async function notTaken({
    browserSessionId: id,
    organizationId,
  }: BrowserSessionRow): Promise<RunwrightError> {
    const refusal = await host.refusal(organizationId);
    const reason = refusal ?? 'this engine executes no runs, or is not started; start it first.';
    await endSession(deps, id, { status: 'failed', reason: `The browser did not start: ${reason}` });
    return new RunwrightError(
      refusal === null ? 'conflict' : 'unavailable',
      `Cannot open the browser of session ${id}: ${reason}`,
    );
  }
}

/** Waits for a promise. Throws the reason of the signal as soon as it is aborted. */
async function untilAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  await Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', abort));
}

/** Of several organizations, one may not take all sessions: by default half of them. */
async function sessionLimits({
  settings,
  haveSeveralOrganizations,
}: Pick<EngineDeps, 'settings' | 'haveSeveralOrganizations'>): Promise<BrowserSessionLimits> {
  const { maxOpen, maxOpenPerOrganization: given } = settings.sessions;
  if (given !== null) return { maxOpen, maxOpenPerOrganization: given };
  const share = (await haveSeveralOrganizations()) ? Math.ceil(maxOpen / 2) : maxOpen;
  return { maxOpen, maxOpenPerOrganization: share };
}

function noSlot(
  full: 'full' | 'organization_full',
  { maxOpen, maxOpenPerOrganization }: BrowserSessionLimits,
): RunwrightError {
  const reason =
    full === 'full'
      ? `${maxOpen} browser sessions are open`
      : `${maxOpenPerOrganization} browser sessions of your organization are open, its share of ${maxOpen}`;
  return new RunwrightError(
    'unavailable',
    `No browser slot is free: ${reason}. Close one or try again later.`,
    { retryable: true, details: { retry_after_seconds: 5 } },
  );
}

function newSession(
  deps: Pick<EngineDeps, 'clock' | 'makeId' | 'settings'>,
  organizationId: string,
  request: BrowserSessionRequest,
): BrowserSessionRow {
  const now = deps.clock.now();
  return {
    browserSessionId: deps.makeId('pbs'),
    organizationId,
    status: 'created',
    runnableType: null,
    runnableId: null,
    timeoutMinutes: request.timeout ?? defaults.browserSession.minutes,
    proxyLocation: (request.proxy_location ?? defaults.workflow.proxyLocation) as Json,
    extensions: request.extensions ?? null,
    browserType: request.browser_type ?? null,
    browserProfileId: request.browser_profile_id ?? null,
    exposeAddress: exposesAddress(request.expose_address ?? null, deps.settings.sessions.exposeAddress),
    browserAddress: null,
    notices: [],
    failureReason: null,
    createdAt: now,
    modifiedAt: now,
    startedAt: null,
    completedAt: null,
    deletedAt: null,
  };
}
