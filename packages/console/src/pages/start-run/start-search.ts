/** What the page for starting a run begins with. */
export interface StartSearch {
  /** Permanent id of the workflow. */
  readonly workflow?: string;
  /** Run whose request is taken over. */
  readonly from?: string;
  /** A single task instead of a workflow. */
  readonly task?: true;
}

/** Reads it from the address. */
export function startSearch({ workflow, from, task }: Readonly<Record<string, unknown>>): StartSearch {
  return {
    ...(typeof workflow === 'string' ? { workflow } : {}),
    ...(typeof from === 'string' ? { from } : {}),
    ...(task === true ? { task } : {}),
  };
}
