import { type Static, Type } from 'typebox';

/** Most characters of a run's metadata, as JSON text. */
export const maximumMetadata = 16_384;

/** Most entries of a filter of runs by their metadata, and most characters of each name and value. */
export const maximumMetadataFilter = { entries: 5, characters: 255 } as const;

/** Returns whether metadata has all texts of a filter, each exactly. */
export function hasMetadata(
  metadata: object | null | undefined,
  wanted: Readonly<Record<string, string>>,
): boolean {
  const found = new Map<string, unknown>(Object.entries(metadata ?? {}));
  return Object.entries(wanted).every(([name, value]) => found.get(name) === value);
}

/** Data of the caller in a request that starts a run, such as the id of its own job. */
export const RunMetadata = Type.Record(Type.String(), Type.String(), {
  description: `Data of the caller, shown with the run. At most ${maximumMetadata} characters of JSON.`,
});
export type RunMetadata = Static<typeof RunMetadata>;
