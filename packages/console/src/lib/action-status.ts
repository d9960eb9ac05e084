const ongoing: ReadonlySet<string> = new Set(['running', 'paused']);

/** Returns the status to show of an action: one without a result goes on as long as its block does, and was canceled with it. */
export function actionStatus(
  { status }: { readonly status: string },
  block: { readonly status: string } | null,
): string {
  if (status !== 'pending') return status;
  return block === null || ongoing.has(block.status) ? 'running' : 'canceled';
}
