/**
 * Returns a function that executes `act`, never twice at once. A call during an execution lets it be executed once more,
 * and resolves when that is over, so that what the caller did before is seen.
 */
export function coalesceCalls(act: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | null = null;
  let again = false;

  async function execute(): Promise<void> {
    try {
      do {
        again = false;
        await act();
      } while (again);
    } finally {
      // In the same step as the last look at `again`, so that no call falls in between.
      current = null;
    }
  }

  return () => {
    again = true;
    current ??= execute();
    return current;
  };
}
