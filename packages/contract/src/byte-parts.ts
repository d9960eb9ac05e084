/** Passes parts on, and throws `tooLarge` before the part with which they have more than `maxBytes`. */
export async function* limitParts(
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
  tooLarge: () => Error,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const part of parts) {
    size += part.length;
    if (size > maxBytes) throw tooLarge();
    yield part;
  }
}

/** Reads parts into memory. For content whose size is limited; see {@link limitParts}. */
export async function readParts(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const read: Uint8Array[] = [];
  for await (const part of parts) read.push(part);
  return Buffer.concat(read);
}
