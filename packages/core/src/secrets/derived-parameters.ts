import type { JsonObject, Run } from '@runwright/contract';
import { asRecord, isTemplate, referencesIn, type TemplateScope } from '@runwright/definition';
import { textsIn } from '@runwright/masking';
import { isSiteIn, type NamedSites, namedSites, textsOf } from './named-sites.ts';

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
  const members = asRecord(written) ?? {};
  // A key that is a template may print any key.
  const hasFixedKeys = !Object.keys(members).some(isTemplate);
  return Object.keys(rendered).filter((key) => {
    const source = hasFixedKeys && Object.hasOwn(members, key) ? members[key] : written;
    return textsIn(source).some((text) => referencesIn(text).some(({ name }) => isData?.(name) === true));
  });
}

/**
 * Collects the sites that a run's author and caller name. A run with a derived parameter counts as one that names an address:
 * its first site may be made of that value, in any spelling. A run in the browser session of the run that started it has the
 * sites of that one too.
 */
export function sitesNamedFor(
  definition: unknown,
  { parameters, settings }: Pick<Run, 'parameters' | 'settings'>,
): NamedSites {
  const derived = settings.derivedParameters ?? [];
  const given = Object.fromEntries(Object.entries(parameters).filter(([key]) => !derived.includes(key)));
  const named = namedSites(textsOf([definition, given]), given);
  const above = new Set(settings.parentSites);
  const isEmpty = named.isEmpty && above.size === 0 && derived.length === 0;
  const entries = [...new Set([...named.entries, ...above])];
  return {
    isEmpty,
    // A run in the browser session of this one must not take the open page for its first site either.
    entries: isEmpty || entries.length > 0 ? entries : [noSite],
    has: (url) => named.has(url) || isSiteIn(above, url),
  };
}

/** No host has this name: https://datatracker.ietf.org/doc/html/rfc6761#section-6.4 */
const noSite = 'site.invalid';
