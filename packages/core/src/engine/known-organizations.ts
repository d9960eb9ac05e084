import type { Engine } from '../api/engine.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { checkOrganization } from '../run-requests/check-organization.ts';

/** Calls that store something new for the organization of their first argument. Starts of runs name theirs in the origin. */
const creatingCalls: { readonly [Api in keyof Engine]?: readonly (keyof Engine[Api])[] } = {
  keys: ['create', 'first'],
  credentials: ['create'],
  oneTimeCodes: ['push'],
  workflows: ['create', 'import'],
  folders: ['create'],
  schedules: ['create'],
  scripts: ['create'],
  browserSessions: ['create'],
  browserProfiles: ['create'],
  files: ['upload'],
};

/** Returns an engine whose calls that store something new throw `not_found` for an unknown or deleted organization. */
export function refuseUnknownOrganizations(engine: Engine, deps: Pick<EngineDeps, 'store'>): Engine {
  const guarded = Object.entries(creatingCalls).map(([name, calls]) => {
    const api: object = Reflect.get(engine, name);
    return [name, { ...api, ...Object.fromEntries(calls.map((call) => [call, guard(api, call, deps)])) }];
  });
  return { ...engine, ...Object.fromEntries(guarded) };
}

type Call = (organizationId: string, ...given: readonly unknown[]) => Promise<unknown>;

function guard(api: object, name: PropertyKey, deps: Pick<EngineDeps, 'store'>): Call {
  const call: Call = Reflect.get(api, name);
  return async (...given) => {
    await checkOrganization(deps, given[0]);
    return Reflect.apply(call, undefined, given);
  };
}
