/** Filter of the scripts in the address. */
export interface ScriptsSearch {
  /** Permanent id of a workflow. */
  readonly workflow?: string;
}

/** Reads the filter; what is none is left out. */
export function scriptsSearch({ workflow }: Readonly<Record<string, unknown>>): ScriptsSearch {
  return typeof workflow === 'string' && workflow !== '' ? { workflow } : {};
}
