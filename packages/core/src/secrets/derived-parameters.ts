import type { JsonObject, Run } from '@runwright/contract';
import { asRecord, referencesIn, type TemplateScope } from '@runwright/definition';
import { textsIn } from '@runwright/masking';
import { hostPattern, type NamedSites, namedSites, textsOf } from './named-sites.ts';

/**
 * Returns the keys of a payload whose values came up in the run that hands them on: those whose templates read data, see
 * `TemplateScope.isData`.
 *
 * @param written the payload as its author wrote it, with templates
 * @param rendered the same with its values
 */
export function derivedParameters(
  written: unknown,
  rendered: JsonObject,
  { isData }: Pick<TemplateScope, 'isData'>,
): readonly string[] {
  const members = asRecord(written);
  return Object.keys(rendered).filter((key) => {
    const source = members && Object.hasOwn(members, key) ? members[key] : written;
    return textsIn(source).some((text) => referencesIn(text).some(({ name }) => isData?.(name) === true));
  });
}

/**
 * Collects the sites that a run's author and caller name. An address in a derived parameter allows nothing, but it shows
 * that the run is about certain sites, so that the first one to which it goes is not taken for granted. A run in the browser
 * session of the run that started it has the sites of that one too.
 */
export function sitesNamedFor(
  definition: unknown,
  { parameters, settings }: Pick<Run, 'parameters' | 'settings'>,
): NamedSites {
  const isDerived = ([key]: [string, unknown]) => settings.derivedParameters?.includes(key) === true;
  const entries = Object.entries(parameters);
  const given = Object.fromEntries(entries.filter((entry) => !isDerived(entry)));
  const derived = entries.filter(isDerived).map(([, value]) => value);
  const named = namedSites(textsOf([definition, given]), given);
  const above = settings.parentSites ?? [];
  return {
    isEmpty: named.isEmpty && above.length === 0 && namedSites(textsOf(derived)).isEmpty,
    entries: [...new Set([...named.entries, ...above])],
    has: (url) => named.has(url) || above.some((entry) => hostPattern(entry)(url)),
  };
}
