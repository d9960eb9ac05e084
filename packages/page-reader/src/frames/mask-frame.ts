import type { RawFrame } from '../in-page/raw-frame.ts';

/** Returns the mask for texts of an origin; null when they need none. */
export type FindMask = (origin: string) => ((text: string) => string) | null;

/** Masks every text of a frame that is at an address. */
export function maskFrame(raw: RawFrame, url: string, findMask: FindMask): RawFrame {
  const mask = findMaskForAddress(url, findMask);
  if (mask === null) return raw;
  return JSON.parse(JSON.stringify(raw), (_name, value: unknown) =>
    typeof value === 'string' ? mask(value) : value,
  ) as RawFrame;
}

/** Returns the mask for texts of the document at an address. */
export function findMaskForAddress(url: string, findMask: FindMask): ReturnType<FindMask> {
  return findMask(URL.parse(url)?.origin ?? 'null');
}
