import { Buffer } from 'node:buffer';
import { assertUnpackable } from './zip.ts';

/** The text of a Word document, paragraphs set apart by an empty line. */
export async function readDocx(bytes: Uint8Array, signal: AbortSignal): Promise<string> {
  await assertUnpackable(bytes, signal);
  const { default: mammoth } = await import('mammoth');
  const { value } = await mammoth.extractRawText({ buffer: Buffer.from(bytes) });
  return value.trim();
}
