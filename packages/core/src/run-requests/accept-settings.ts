import { type AcceptedDraft, priorityRange, type RunSettings } from '@runwright/contract';
import { invalidInput } from '@runwright/definition';
import type { RunOrigin } from '../api/runs-api.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { checkSettings } from './check-addresses.ts';
import { checkReferences } from './check-references.ts';
import { type AnyRequest, type RunSettingsOrigin, runSettings, valueProblem } from './run-request.ts';

/** Dependencies of accepting the settings of a run. */
export type SettingsDeps = Pick<
  EngineDeps,
  'store' | 'model' | 'egress' | 'settings' | 'haveSeveralOrganizations'
>;

/**
 * Returns the settings of a new run. Throws `invalid_input` for a priority that the host does not allow, and what
 * {@link checkReferences} and {@link checkSettings} throw.
 */
export async function acceptSettings(
  deps: SettingsDeps,
  request: AnyRequest,
  draft: AcceptedDraft,
  origin: Pick<RunOrigin, 'organizationId'> & RunSettingsOrigin,
): Promise<RunSettings> {
  const settings = await withAllowedPriority(deps, runSettings(request, draft, origin));
  await checkReferences(deps, origin.organizationId, settings);
  await checkSettings(deps, settings, request);
  return settings;
}

/** Priorities count across organizations, so where there are several, they put runs back only, unless the host allows more. */
async function withAllowedPriority(
  { settings: { limits }, haveSeveralOrganizations }: SettingsDeps,
  settings: RunSettings,
): Promise<RunSettings> {
  const { priority = 0, ...others } = settings;
  const { highestPriority = priorityRange.highest } = limits;
  if (priority > highestPriority) {
    const reason = `runs may have priorities up to ${highestPriority} here, and this one asks for ${priority}`;
    throw invalidInput('The run cannot be started', [valueProblem('priority', reason)]);
  }
  const counts = priority <= 0 || limits.highestPriority !== undefined || !(await haveSeveralOrganizations());
  return counts ? settings : others;
}
