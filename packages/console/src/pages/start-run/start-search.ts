/** What the page for starting a run begins with. */
export interface StartSearch {
  /** Permanent id of the workflow. */
  readonly workflow?: string;
  /** Run whose request is taken over. */
  readonly from?: string;
}

/** Reads it from the address. */
export function startSearch({ workflow, from }: Readonly<Record<string, unknown>>): StartSearch {
  return {
    ...(typeof workflow === 'string' ? { workflow } : {}),
    ...(typeof from === 'string' ? { from } : {}),
  };
}
