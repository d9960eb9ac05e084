/** Things to close, in the reverse order of their opening. */
export interface ResourceStack {
  /** Keeps a resource until `close`, and answers it. */
  use<T extends AsyncDisposable>(resource: T): T;
  /** Closes all, also when one of them fails; the first failure is thrown at the end. */
  close(): Promise<void>;
}

/** Stands in for `await using`, which the oldest supported Node does not read. */
export function createResourceStack(): ResourceStack {
  const held: AsyncDisposable[] = [];
  return {
    use(resource) {
      held.push(resource);
      return resource;
    },
    async close() {
      const failures: unknown[] = [];
      for (const resource of held.splice(0).reverse()) {
        await resource[Symbol.asyncDispose]().then(undefined, (error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
