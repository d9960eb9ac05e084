import type { CredentialParameter, Json, Problem, Workflow } from '@runwright/contract';
import { type ConvertedParameters, convertParameters, invalidInput, valueError } from '@runwright/definition';
import type { EngineDeps } from '../engine-deps.ts';

/**
 * The parameters of a run that is about to start: converted, with the id of the credential that each `credential`
 * parameter takes. The choice stands in the run, so that every worker of it uses the same credential.
 *
 * @throws RunwrightError `invalid_input` with every mistake, sorted by key; nothing was stored then.
 */
export async function acceptParameters(
  deps: Pick<EngineDeps, 'credentials' | 'random'>,
  workflow: Workflow,
  given: Readonly<Record<string, unknown>> | null | undefined,
): Promise<Readonly<Record<string, Json>>> {
  const { values, problems } = await readParameters(deps, workflow, given);
  if (problems.length > 0) throw invalidInput('The run cannot be started', problems);
  const chosen: Record<string, Json> = {};
  for (const parameter of workflow.draft.workflow_definition.parameters) {
    if (parameter.parameter_type !== 'credential') continue;
    chosen[parameter.key] = await chooseCredential(deps, workflow, parameter, values);
  }
  return { ...values, ...chosen };
}

/** Converts the parameters of a request, without the choice of credentials; the problems are sorted by key. */
export async function readParameters(
  deps: Pick<EngineDeps, 'credentials'>,
  workflow: Workflow,
  given: Readonly<Record<string, unknown>> | null | undefined,
): Promise<Pick<ConvertedParameters, 'values' | 'problems'>> {
  const { values, problems } = convertParameters(workflow.draft.workflow_definition, given);
  const unknown = await unknownCredentials(deps, workflow, values);
  const all = [...problems, ...unknown].toSorted((a, b) => (String(a.path[1]) < String(b.path[1]) ? -1 : 1));
  return { values, problems: all };
}

/** The credential that an entry of a `credential` parameter names: an id, or the value of a `credential_id` parameter. */
export function credentialIdOf(entry: string, values: Readonly<Record<string, Json>>): string | null {
  if (!Object.hasOwn(values, entry)) return entry;
  const value = values[entry];
  return typeof value === 'string' && value !== '' ? value : null;
}

async function unknownCredentials(
  { credentials }: Pick<EngineDeps, 'credentials'>,
  { organizationId, draft }: Workflow,
  values: Readonly<Record<string, Json>>,
): Promise<readonly Problem[]> {
  const given = draft.workflow_definition.parameters.flatMap((parameter) => {
    if (parameter.parameter_type !== 'workflow') return [];
    const id = parameter.workflow_parameter_type === 'credential_id' ? values[parameter.key] : null;
    return typeof id === 'string' ? [{ key: parameter.key, id }] : [];
  });
  if (given.length === 0) return [];
  const known = await credentials.known(
    organizationId,
    given.map(({ id }) => id),
  );
  return given
    .filter(({ id }) => !known.has(id))
    .map(({ key, id }) => {
      const shown = id.slice(0, 80);
      return valueError(
        ['parameters', key],
        `there is no credential \`${shown}\`; create it, or name another one`,
      );
    });
}

async function chooseCredential(
  { credentials, random }: Pick<EngineDeps, 'credentials' | 'random'>,
  { organizationId, workflowPermanentId }: Workflow,
  parameter: CredentialParameter,
  values: Readonly<Record<string, Json>>,
): Promise<string | null> {
  const several = parameter.credential_ids ?? [];
  const pool = several.length > 0 ? several : [parameter.credential_id];
  const name = async () => {
    if (pool.length === 1) return pool[0];
    if (parameter.selection_strategy === 'random') return pool[Math.floor(random() * pool.length)];
    const turn = await credentials.nextTurn(organizationId, `${workflowPermanentId}/${parameter.key}`);
    return pool[turn % pool.length];
  };
  return credentialIdOf((await name()) ?? parameter.credential_id, values);
}
