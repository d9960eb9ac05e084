/** Stack of open resources, closed in reverse order. */
export interface ResourceStack {
  /** Adds a resource to close and returns it. */
  use<T extends AsyncDisposable>(resource: T): T;
  /** Closes all resources, also when one of them fails; throws the first failure at the end. */
  close(): Promise<void>;
}

/** Creates an empty stack. Replaces `await using`, which the oldest supported Node does not support. */
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
