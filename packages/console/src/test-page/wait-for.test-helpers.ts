/** How long a fact is waited for in ms: less than a test may take, so that what is missing is named. */
const maxWaitMs = 50_000;
const [pollMs, maxPollMs] = [4, 60];

/**
 * Waits until `read` returns something else than null, and returns that. Reads again when the document has changed, and now and then.
 *
 * @param what is named in the error when it does not come
 */
export async function waitFor<Value>(what: string, read: () => Value | null): Promise<Value> {
  const until = performance.now() + maxWaitMs;
  for (let waitMs = pollMs; ; waitMs = Math.min(waitMs * 2, maxPollMs)) {
    const value = read();
    if (value !== null) return value;
    if (performance.now() > until) throw new Error(`Waited in vain for ${what}. The page shows:\n${shown()}`);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

function shown(): string {
  return (document.body.textContent ?? '').replaceAll(/\s+/g, ' ').slice(0, 3000);
}
