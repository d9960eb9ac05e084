/**
 * Returns the origin whose mask is the one for the texts of a document, by its frame and those around it, outwards. A document without
 * an address shows what the one around it has written, also in a sandbox; in a window it has the origin of the document that has
 * opened it.
 */
export function findMaskOrigin(frames: readonly { readonly url: string; readonly origin: string }[]): string {
  const addressed = frames.find(({ url }) => !/^(about:|$)/.test(url));
  if (addressed) return URL.parse(addressed.url)?.origin ?? 'null';
  return frames.at(-1)?.origin ?? 'null';
}
