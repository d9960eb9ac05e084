import { limitParts, RunwrightError, readParts } from '@runwright/contract';

/** Bytes that an answer of a storage server may have: it confirms an upload, or says why it failed. */
const maxAnswerBytes = 1024 * 1024;

/** Reads the answer of a storage server. Throws `block_failed`, and stops reading, when it is larger than 1 MiB. */
export function readAnswer(response: Response): Promise<Buffer> {
  return readParts(limitParts(response.body ?? [], maxAnswerBytes, tooLarge));
}

function tooLarge(): RunwrightError {
  return new RunwrightError(
    'block_failed',
    `The answer of the storage server is larger than ${maxAnswerBytes} bytes, so it is no answer to an upload. Check the address of the server.`,
  );
}
