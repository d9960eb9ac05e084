/**
 * The members that the rows of artifacts and of files share: both are objects whose bytes are in the `ArtifactStore` under
 * `key`.
 */
export interface StoredObject {
  readonly organizationId: string;
  /** Media type. */
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  /** `sha256:` and the hexadecimal digest of the bytes. */
  readonly checksum: string;
  readonly key: string;
  /** Epoch ms. */
  readonly createdAt: number;
}

/** Range of bytes to read. */
export interface ByteRange {
  /** Index of the first byte. Default 0. */
  readonly start?: number;
  /** Index after the last byte; one beyond the end means the end. Default: the end. */
  readonly end?: number;
}

/** Content of known size that is read in parts, any number of times. */
export interface ByteSource {
  /** Bytes. */
  readonly size: number;
  /** Reads the bytes, or a range of them, in parts. Nothing stays open when the reader stops early. */
  read(range?: ByteRange): AsyncIterable<Uint8Array>;
}

/** Reads all bytes of a source into memory, once. For content whose size is limited. */
export async function readWhole({ size, read }: ByteSource): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(size);
  let at = 0;
  for await (const part of read()) {
    whole.set(part, at);
    at += part.length;
  }
  return at === size ? whole : whole.slice(0, at);
}
