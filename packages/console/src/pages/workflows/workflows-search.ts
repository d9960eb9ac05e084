/** Filters of the workflows in the address. */
export interface WorkflowsSearch {
  readonly q?: string;
  /** Id of a folder. */
  readonly folder?: string;
}

/** Reads the filters; what is no filter is left out. */
export function workflowsSearch({ q, folder }: Readonly<Record<string, unknown>>): WorkflowsSearch {
  return {
    ...(q === undefined || q === '' ? {} : { q: String(q) }),
    ...(typeof folder === 'string' && folder !== '' ? { folder } : {}),
  };
}
