/** What a search finds last: lists and references name every term, and records of decisions argue about it. */
const lists = /\/(?:decisions|api|reference)\/|\/api-coverage/;
/** What tells how something is done. */
const howTo = /\/(?:guides|recipes|start|concepts)\//;

/** Returns the factor of the score of a section in a search, by its address. */
export function searchWeight(id: string): number {
  if (lists.test(id)) return 0.15;
  return howTo.test(id) ? 1.5 : 1;
}
