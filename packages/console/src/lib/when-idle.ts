/** Calls back when the page has nothing urgent to do; in a browser without `requestIdleCallback`, after a short while. */
export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 2000 });
  else setTimeout(work, 200);
}
