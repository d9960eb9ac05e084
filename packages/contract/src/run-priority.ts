import { type Static, Type } from 'typebox';

/** Lowest and highest priority of a run. */
export const priorityRange = { lowest: -10, highest: 10 } as const;

/** Priority in a request that starts a run. */
export const RunPriority = Type.Integer({
  minimum: priorityRange.lowest,
  maximum: priorityRange.highest,
  description: 'Of the runs that wait, those with the highest priority begin first. Default 0.',
});
export type RunPriority = Static<typeof RunPriority>;
