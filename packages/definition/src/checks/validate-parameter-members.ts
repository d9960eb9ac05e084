import type { Problem } from '@runwright/contract';
import { listNames, type Path, valueError } from '../problem.ts';

type Members = { readonly [member: string]: unknown };

/** The names that one parameter may refer to. */
export interface ParameterNames {
  /** Keys of the declared parameters, in their order. */
  readonly keys: readonly string[];
  /** Every declared parameter that could be read, by its key; of several with one key the first. */
  readonly byKey: ReadonlyMap<unknown, Members>;
  /** Keys of context parameters that are taken from themselves, directly or through others. */
  readonly circular: ReadonlySet<unknown>;
  /** Names of the blocks' outputs. */
  readonly outputs: ReadonlySet<string>;
}

/** Returns the names that the declared parameters may refer to, computed once for all of them. */
export function parameterNames(parameters: readonly Members[], outputs: ReadonlySet<string>): ParameterNames {
  const keys = parameters.flatMap(({ key }) => (typeof key === 'string' ? [key] : []));
  const byKey = new Map(parameters.toReversed().map((parameter) => [parameter.key, parameter] as const));
  return { keys, byKey, circular: circularKeys(parameters), outputs };
}

/** Follows each source once: a parameter that was seen before is known to be circular or not. */
function circularKeys(parameters: readonly Members[]): ReadonlySet<unknown> {
  const contexts = parameters.filter(({ parameter_type: type }) => type === 'context');
  const sources = new Map(
    contexts.toReversed().map(({ key, source_parameter_key: source }) => [key, source]),
  );
  const circular = new Set<unknown>();
  const settled = new Set<unknown>();
  for (const start of sources.keys()) {
    const trail = new Set<unknown>();
    let at: unknown = start;
    while (sources.has(at) && !settled.has(at) && !trail.has(at)) {
      trail.add(at);
      at = sources.get(at);
    }
    if (trail.has(at)) {
      const way = [...trail];
      for (const key of way.slice(way.indexOf(at))) circular.add(key);
    }
    for (const key of trail) settled.add(key);
  }
  return circular;
}

/** Mistakes in the members of one parameter that its schema cannot tell. */
export function memberProblems(parameter: Members, path: Path, lookup: ParameterNames): readonly Problem[] {
  switch (parameter.parameter_type) {
    case 'context':
      return sourceProblems(parameter, path, lookup);
    case 'credential':
      return credentialProblems(parameter, path, lookup);
    case 'bitwarden_login_credential':
      return loginProblems(parameter, path, lookup);
    default:
      return [];
  }
}

function sourceProblems(parameter: Members, path: Path, lookup: ParameterNames): readonly Problem[] {
  const { key, source_parameter_key: source } = parameter;
  if (typeof source !== 'string' || source === '') return [];
  const place = [...path, 'source_parameter_key'];
  if (!lookup.byKey.has(source) && !lookup.outputs.has(source)) {
    return [valueError(place, `there is no parameter \`${source}\`; declared: ${listNames(lookup.keys)}`)];
  }
  if (!lookup.circular.has(key)) return [];
  return [valueError(place, `the parameter \`${String(key)}\` is taken from itself; name another source`)];
}

function credentialProblems(parameter: Members, path: Path, lookup: ParameterNames): readonly Problem[] {
  const entries = [
    { value: parameter.credential_id, place: [...path, 'credential_id'] },
    ...['credential_ids', 'fallback_credential_ids'].flatMap((member) => {
      const list = parameter[member];
      return (Array.isArray(list) ? list : []).map((value: unknown, index) => ({
        value,
        place: [...path, member, index],
      }));
    }),
  ];
  return entries.flatMap(({ value, place }) => {
    if (typeof value !== 'string' || value === '' || value.startsWith('cred_')) return [];
    const meant = lookup.byKey.get(value);
    if (meant?.workflow_parameter_type === 'credential_id') return [];
    const found = meant
      ? `the parameter \`${value}\` is not of type \`credential_id\``
      : `\`${value.slice(0, 80)}\` is neither the id of a credential (\`cred_…\`) nor the key of a parameter of type \`credential_id\``;
    return [valueError(place, found)];
  });
}

function loginProblems(parameter: Members, path: Path, lookup: ParameterNames): readonly Problem[] {
  const { bitwarden_item_id: item, bitwarden_collection_id: collection, url_parameter_key: url } = parameter;
  if (typeof url === 'string' && url !== '' && !lookup.byKey.has(url)) {
    const reason = `there is no parameter \`${url}\`; declared: ${listNames(lookup.keys)}`;
    return [valueError([...path, 'url_parameter_key'], reason)];
  }
  if (item || (collection && url)) return [];
  return [
    valueError(
      path,
      'it needs `bitwarden_item_id`, or `bitwarden_collection_id` together with `url_parameter_key`',
    ),
  ];
}
