import type { CallOptions, Connection } from './connection.ts';

/** Bytes as a web stream, which the caller reads or cancels. */
export type Download = ReadableStream<Uint8Array>;

/** Reads the bytes at a path of the service. */
export async function download(
  connection: Connection,
  path: string,
  options?: CallOptions,
): Promise<Download> {
  const { body } = await connection.get(path, options);
  return body ?? new Blob([]).stream();
}
