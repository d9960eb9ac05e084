import { RunwrightError } from '@runwright/contract';

/** Bytes that an answer of a storage server may have: it confirms an upload, or says why it failed. */
const maxAnswerBytes = 1024 * 1024;

/** Reads the answer of a storage server. Throws `block_failed`, and stops reading, when it is larger than 1 MiB. */
export async function readAnswer(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > maxAnswerBytes) {
      throw new RunwrightError(
        'block_failed',
        `The answer of the storage server is larger than ${maxAnswerBytes} bytes, so it is no answer to an upload. Check the address of the server.`,
      );
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}
