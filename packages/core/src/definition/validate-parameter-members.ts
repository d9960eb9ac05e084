import type { Problem } from '@runwright/contract';
import { named, type Path, valueError } from '../problem.ts';

type Members = { readonly [member: string]: unknown };

/** What one parameter may refer to. */
export interface ParameterScene {
  /** Every declared parameter that could be read. */
  readonly parameters: readonly Members[];
  /** Names of the blocks' outputs. */
  readonly outputs: ReadonlySet<string>;
}

/** Mistakes in the members of one parameter that its schema cannot tell. */
export function memberProblems(parameter: Members, path: Path, scene: ParameterScene): readonly Problem[] {
  switch (parameter.parameter_type) {
    case 'context':
      return sourceProblems(parameter, path, scene);
    case 'credential':
      return credentialProblems(parameter, path, scene);
    case 'bitwarden_login_credential':
      return loginProblems(parameter, path, scene);
    default:
      return [];
  }
}

function sourceProblems(parameter: Members, path: Path, scene: ParameterScene): readonly Problem[] {
  const { key, source_parameter_key: source } = parameter;
  if (typeof source !== 'string' || source === '') return [];
  const place = [...path, 'source_parameter_key'];
  if (!keysOf(scene).includes(source) && !scene.outputs.has(source)) {
    return [valueError(place, `there is no parameter \`${source}\`; declared: ${named(keysOf(scene))}`)];
  }
  if (!leadsBack(key, source, scene)) return [];
  return [valueError(place, `the parameter \`${String(key)}\` is taken from itself; name another source`)];
}

/** Whether the sources of a context parameter come round to it again. */
function leadsBack(key: unknown, source: unknown, scene: ParameterScene): boolean {
  const seen = new Set<unknown>();
  for (let at = source; !seen.has(at); ) {
    if (at === key) return true;
    seen.add(at);
    const next = scene.parameters.find((other) => other.key === at && other.parameter_type === 'context');
    if (!next) return false;
    at = next.source_parameter_key;
  }
  return false;
}

function credentialProblems(parameter: Members, path: Path, scene: ParameterScene): readonly Problem[] {
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
    const meant = scene.parameters.find((other) => other.key === value);
    if (meant?.workflow_parameter_type === 'credential_id') return [];
    const found = meant
      ? `the parameter \`${value}\` is not of type \`credential_id\``
      : `\`${value.slice(0, 80)}\` is neither the id of a credential (\`cred_…\`) nor the key of a parameter of type \`credential_id\``;
    return [valueError(place, found)];
  });
}

function loginProblems(parameter: Members, path: Path, scene: ParameterScene): readonly Problem[] {
  const { bitwarden_item_id: item, bitwarden_collection_id: collection, url_parameter_key: url } = parameter;
  if (typeof url === 'string' && url !== '' && !keysOf(scene).includes(url)) {
    const reason = `there is no parameter \`${url}\`; declared: ${named(keysOf(scene))}`;
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

function keysOf({ parameters }: ParameterScene): readonly string[] {
  return parameters.flatMap(({ key }) => (typeof key === 'string' ? [key] : []));
}
