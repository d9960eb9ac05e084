/** Filter of the schedules in the address. */
export interface SchedulesSearch {
  /** Permanent id of a workflow. */
  readonly workflow?: string;
}

/** Reads the filter; what is none is left out. */
export function schedulesSearch({ workflow }: Readonly<Record<string, unknown>>): SchedulesSearch {
  return typeof workflow === 'string' && workflow !== '' ? { workflow } : {};
}
