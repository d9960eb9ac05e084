/** What was shown of a workflow. */
export interface KeptPlace {
  readonly tool: string;
  readonly selectedId: string | null;
}

/** What the editor of a new workflow showed when it was saved: its page is another one then. */
const places = new Map<string, KeptPlace>();

/** Remembers what is shown, for the page that opens next. `workflowId` is the permanent id. */
export function keepPlace(workflowId: string, place: KeptPlace): void {
  places.clear();
  places.set(workflowId, place);
}

/** Returns what was shown before the page of a workflow opened, if this tab has just created it. */
export function keptPlace(workflowId: string): KeptPlace | undefined {
  return places.get(workflowId);
}

/** Forgets it: the next time the page opens as usual. */
export function forgetPlace(workflowId: string): void {
  places.delete(workflowId);
}
