import {
  type BrowserProfile,
  BrowserProfileChange,
  BrowserProfileRequest,
  type BrowserState,
  defaults,
  isFinal,
  isFinalBrowserSession,
  notFound,
  RunwrightError,
} from '@runwright/contract';
import { compileSchema, invalidInput, valueError } from '@runwright/definition';
import type { Engine } from '../api/engine.ts';
import type { EngineDeps } from '../engine-deps.ts';

const checkRequest = compileSchema(BrowserProfileRequest);
const checkChange = compileSchema(BrowserProfileChange);

/** The browser profile calls of an engine. */
export function createBrowserProfiles(
  deps: Pick<EngineDeps, 'store' | 'states' | 'clock' | 'makeId'>,
): Engine['browserProfiles'] {
  const { store, states, clock, makeId } = deps;
  return {
    async create(organizationId, given) {
      const checked = checkRequest(given);
      if (!checked.ok) throw invalidInput('The browser profile cannot be created', checked.problems);
      const { name, description, browser_session_id: sessionId, workflow_run_id: runId } = checked.value;
      if (sessionId && runId) {
        const reason = 'it cannot be combined with browser_session_id; give one of them';
        throw invalidInput('The browser profile cannot be created', [
          valueError(['workflow_run_id'], reason),
        ]);
      }
      const state = await sourceState(organizationId, sessionId ?? null, runId ?? null);
      const now = clock.now();
      const browserProfileId = makeId('bp');
      const profile: BrowserProfile = {
        browserProfileId,
        organizationId,
        name,
        description: description ?? null,
        createdAt: now,
        modifiedAt: now,
        deletedAt: null,
      };
      await store.browserProfiles.add({
        ...profile,
        ciphertext: states.sealProfile(browserProfileId, state),
      });
      return profile;
    },
    async get(organizationId, id) {
      const row = await store.browserProfiles.get(organizationId, id);
      if (row === null) throw unknown('profile', id);
      const { ciphertext: _state, ...profile } = row;
      return profile;
    },
    list: (organizationId, { page = 1, pageSize = defaults.pageSize, includeDeleted = false } = {}) =>
      store.browserProfiles.list({ organizationId, page, pageSize, includeDeleted }),
    async change(organizationId, id, given) {
      const checked = checkChange(given);
      if (!checked.ok) throw invalidInput('The browser profile cannot be changed', checked.problems);
      const { name, description } = checked.value;
      const changed = await store.browserProfiles.change(organizationId, id, {
        modifiedAt: clock.now(),
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
      });
      if (changed === null) throw unknown('profile', id);
      return changed;
    },
    async delete(organizationId, id) {
      const now = clock.now();
      const patch = { ciphertext: '', deletedAt: now, modifiedAt: now };
      if ((await store.browserProfiles.change(organizationId, id, patch)) === null)
        throw unknown('profile', id);
    },
  };

  async function sourceState(
    organizationId: string,
    sessionId: string | null,
    runId: string | null,
  ): Promise<BrowserState> {
    if (sessionId !== null) {
      const session = await store.browserSessions.get(organizationId, sessionId);
      if (session === null) throw unknown('session', sessionId);
      if (!isFinalBrowserSession(session.status)) throw notEnded(`Browser session ${sessionId}`);
      return savedState(organizationId, sessionId, `Browser session ${sessionId}`);
    }
    if (runId === null) return { cookies: [], origins: [] };
    const run = await store.runs.get(organizationId, runId);
    if (run === null) throw notFound('Run', runId);
    if (!isFinal(run.status)) throw notEnded(`Run ${runId}`);
    return savedState(organizationId, run.workflowRunId, `Run ${runId}`);
  }

  async function savedState(organizationId: string, ownerId: string, called: string): Promise<BrowserState> {
    const state = await states.get(organizationId, ownerId);
    if (state !== null) return state;
    throw new RunwrightError('failed_precondition', `${called} saved no browser state`);
  }
}

function unknown(kind: 'profile' | 'session', id: string): RunwrightError {
  return notFound(`Browser ${kind}`, id);
}

function notEnded(called: string): RunwrightError {
  return new RunwrightError('conflict', `${called} has not ended`);
}
