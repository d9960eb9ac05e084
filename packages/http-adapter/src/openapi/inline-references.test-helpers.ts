/** Parsed JSON, into which tests look as they like. */
type Wire = ReturnType<typeof JSON.parse>;

/**
 * Returns a copy of an OpenAPI document in which each reference is replaced by what it refers to. A
 * reference inside the schema that it refers to, as of an item of a tree to its children, stays.
 */
export function inlineReferences(document: Wire): Wire {
  const inline = (node: Wire, within: readonly string[] = []): Wire => {
    if (Array.isArray(node)) return node.map((member) => inline(member, within));
    if (typeof node !== 'object' || node === null) return node;
    if (typeof node.$ref !== 'string') {
      return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inline(value, within)]));
    }
    if (within.includes(node.$ref)) return node;
    const [, ...path] = node.$ref.split('/');
    const target = path.reduce((parent: Wire, key: string) => parent[key], document);
    return inline(target, [...within, node.$ref]);
  };
  return { ...document, paths: inline(document.paths) };
}
