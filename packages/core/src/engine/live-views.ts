import { type ApiKeyScope, isFinal, notFound, type Run, RunwrightError } from '@runwright/contract';
import type { LivePerson, LiveViewsApi } from '../api/live-views-api.ts';
import type { EngineDeps } from '../engine-deps.ts';
import type { BrowserControl } from '../live/browser-control.ts';
import { findBlockTask } from '../runs/block-task.ts';
import { bearerToken } from '../sessions/hop-tokens.ts';
import { createLiveTokens } from '../sessions/live-tokens.ts';
import type { SessionHost } from '../sessions/session-host.ts';
import { existingSession, unreachable, workerAddress } from './session-hops.ts';

/** A browser that somebody wants to watch: that of a session, or of a run without one. */
type Place = { readonly browserSessionId: string } | { readonly run: Run };

/** The live view calls of an engine. */
export function createLiveViews(
  deps: Pick<EngineDeps, 'store' | 'clock' | 'masterKey' | 'liveRuns' | 'keys'>,
  host: Pick<SessionHost, 'controlOf' | 'owner'>,
): LiveViewsApi {
  const { store, clock, masterKey, liveRuns, keys } = deps;
  const tokens = createLiveTokens(masterKey, 'runwright live view', clock.now);
  const hops = createLiveTokens(masterKey, 'runwright hop to a live view', clock.now);

  return {
    async open(id, person) {
      await assertKey(person);
      const place = await placeOf(id, person.organizationId);
      const control = controlAt(place);
      if (control) return control.open(person, keys.watch(person, scopesOf(person)));
      await assertRunning(place, person.organizationId);
      if ('run' in place) throw noBrowser(place.run, 'it has opened none yet');
      throw unreachable(
        place.browserSessionId,
        'the process that was asked does not hold its browser any more.',
      );
    },
    async hop(id, person) {
      await assertKey(person);
      const place = await placeOf(id, person.organizationId);
      if (controlAt(place)) return null;
      await assertRunning(place, person.organizationId);
      const address = await addressOf(place);
      const target = 'run' in place ? place.run.runId : place.browserSessionId;
      const view = person.mayControl ? 'control' : 'live';
      const { token } = hops.create(target, person);
      return { url: `${address}/views/${target}/${view}`, authorization: `Bearer ${token}` };
    },
    verifyHop(authorization, id, mayControl) {
      const person = hops.verify(bearerToken(authorization), id);
      return person?.mayControl === mayControl ? person : null;
    },
    async createToken(id, person) {
      await placeOf(id, person.organizationId);
      return tokens.create(id, person);
    },
    verifyToken: tokens.verify,
  };

  /** A token is valid for longer than the key that it was made with may be. */
  async function assertKey(person: LivePerson): Promise<void> {
    if (await keys.allows(person, scopesOf(person))) return;
    throw new RunwrightError('forbidden', 'Invalid credentials');
  }

  async function placeOf(id: string, organizationId: string): Promise<Place> {
    if (id.startsWith('pbs_')) {
      await existingSession(store, organizationId, id);
      return { browserSessionId: id };
    }
    const run =
      (await store.runs.get(organizationId, id)) ?? (await findBlockTask(deps, organizationId, id))?.parent;
    if (!run) throw notFound('Run', id);
    const { browserSessionId } = run.settings;
    // The session goes on when the run has ended, and is somebody else's then.
    if (browserSessionId === null || isFinal(run.status)) return { run };
    return { browserSessionId };
  }

  function controlAt(place: Place): BrowserControl | null {
    return 'run' in place ? liveRuns.get(place.run.runId) : host.controlOf(place.browserSessionId);
  }

  async function assertRunning(place: Place, organizationId: string): Promise<void> {
    if ('run' in place) {
      if (isFinal(place.run.status)) throw noBrowser(place.run, `it has ended (${place.run.status})`);
      return;
    }
    const { browserSessionId: id } = place;
    const { status } = await existingSession(store, organizationId, id);
    if (status !== 'running') throw new RunwrightError('conflict', `Browser session ${id} is not running`);
  }

  async function addressOf(place: Place): Promise<string> {
    if (!('run' in place)) {
      const { browserSessionId: id } = place;
      return workerAddress(store, id, await store.browserSessions.ownerOf(id, clock.now()));
    }
    const { run } = place;
    const owner = await store.runs.ownerOf(run.runId, clock.now());
    if (owner === null) throw noBrowser(run, `no worker executes it now (${run.status})`);
    // The owner of a run is its process and a number.
    const process = owner.slice(0, owner.lastIndexOf('/'));
    if (process === host.owner) throw noBrowser(run, 'it has opened none yet');
    return workerAddress(store, run.runId, process);
  }
}

function scopesOf({ mayControl }: LivePerson): readonly ApiKeyScope[] {
  return mayControl ? ['read', 'run'] : ['read'];
}

function noBrowser({ runId }: Run, why: string): RunwrightError {
  return new RunwrightError('conflict', `Run ${runId} has no browser at the moment: ${why}.`);
}
