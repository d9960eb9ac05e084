/**
 * Returns by how much the search of the site multiplies the score of a section: guides, recipes and concepts come first, then
 * reference pages, then records of decisions, and last what names nearly every term: the reference of the packages and the
 * table of what proves the API. VitePress writes the text of this function into the pages, so it uses nothing outside itself.
 *
 * @param id address of a section, such as `/guides/docker.html#ports`
 */
export function searchBoost(id: string): number {
  if (/\/(?:api\/|api-coverage\b)/.test(id)) return 0.1;
  if (/\/decisions\//.test(id)) return 0.2;
  if (/\/(?:start|guides|recipes|concepts)\//.test(id)) return 2;
  if (/\/(?:blocks|blocks-io|code-block|command|settings|glossary|comparison)\b/.test(id)) return 1;
  return 1.5;
}
