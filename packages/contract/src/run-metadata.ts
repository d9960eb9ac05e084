import { type Static, Type } from 'typebox';

/** Most characters of a run's metadata, as JSON text. */
export const maximumMetadata = 16_384;

/** Data of the caller in a request that starts a run, such as the id of its own job. */
export const RunMetadata = Type.Record(Type.String(), Type.String(), {
  description: `Data of the caller, shown with the run. At most ${maximumMetadata} characters of JSON.`,
});
export type RunMetadata = Static<typeof RunMetadata>;
