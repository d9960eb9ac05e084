/**
 * An object whose members are made when they are first read: a scope has a name for every output of a long run, and a
 * template reads a few of them. `make` answers undefined for a name that there is not.
 */
export function lazyNames(
  names: () => Iterable<string>,
  make: (name: string) => unknown,
): Readonly<Record<string, unknown>> {
  const made = new Map<string, unknown>();
  const read = (name: string | symbol): unknown => {
    if (typeof name === 'symbol') return undefined;
    if (!made.has(name)) made.set(name, make(name));
    return made.get(name);
  };
  return new Proxy<Record<string, unknown>>(Object.create(null), {
    get: (_target, name) => read(name),
    has: (_target, name) => read(name) !== undefined,
    ownKeys: () => [...new Set(names())],
    getOwnPropertyDescriptor(_target, name) {
      const value = read(name);
      if (value === undefined) return undefined;
      return { value, enumerable: true, configurable: true, writable: false };
    },
    set: () => false,
    defineProperty: () => false,
    deleteProperty: () => false,
  });
}
