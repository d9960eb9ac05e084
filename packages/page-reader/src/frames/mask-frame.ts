import type { RawFrame } from '../in-page/raw-frame.ts';

/** Returns the mask for texts of an origin; null when they need none. */
export type FindMask = (origin: string) => ((text: string) => string) | null;

/** Masks every text of a frame whose document has an origin. */
export function maskFrame(raw: RawFrame, origin: string, findMask: FindMask): RawFrame {
  const mask = findMask(origin);
  if (mask === null) return raw;
  return JSON.parse(JSON.stringify(raw), (_name, value: unknown) =>
    typeof value === 'string' ? mask(value) : value,
  ) as RawFrame;
}
