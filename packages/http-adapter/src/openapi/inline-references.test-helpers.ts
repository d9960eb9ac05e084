/** Parsed JSON, into which tests look as they like. */
type Wire = ReturnType<typeof JSON.parse>;

/** Returns a copy of an OpenAPI document in which each reference is replaced by what it refers to. */
export function inlineReferences(document: Wire): Wire {
  const inline = (node: Wire): Wire => {
    if (Array.isArray(node)) return node.map(inline);
    if (typeof node !== 'object' || node === null) return node;
    if (typeof node.$ref !== 'string') {
      return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inline(value)]));
    }
    const [, ...path] = node.$ref.split('/');
    return inline(path.reduce((parent: Wire, key: string) => parent[key], document));
  };
  return { ...document, paths: inline(document.paths) };
}
