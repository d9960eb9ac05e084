import type { Json, JsonObject, Run } from '@runwright/contract';
import { asRecord, referencesIn } from '@runwright/definition';
import { textsIn } from '@runwright/masking';
import { type NamedSites, namedSites, textsOf } from './named-sites.ts';

/**
 * Returns the keys of a payload whose values came up in the run that hands them on: all that its templates read besides the
 * parameters that the caller of that run has given.
 *
 * @param written the payload as its author wrote it, with templates
 * @param rendered the same with its values
 */
export function derivedParameters(
  written: Json | undefined,
  rendered: JsonObject,
  { parameters, settings }: Pick<Run, 'parameters' | 'settings'>,
): readonly string[] {
  const isGiven = (name: string): boolean =>
    Object.hasOwn(parameters, name) && settings.derivedParameters?.includes(name) !== true;
  const isWrittenByAuthor = (value: unknown): boolean =>
    [...textsIn(value)].every((text) => referencesIn(text).every(({ name }) => isGiven(name)));
  const members = asRecord(written);
  return Object.keys(rendered).filter((key) => {
    const source = members && Object.hasOwn(members, key) ? members[key] : written;
    return !isWrittenByAuthor(source);
  });
}

/**
 * Collects the sites that a run's author and caller name. An address in a derived parameter allows nothing, but it shows
 * that the run is about certain sites, so that the first one to which it goes is not taken for granted.
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
  return { ...named, isEmpty: named.isEmpty && namedSites(textsOf(derived)).isEmpty };
}
