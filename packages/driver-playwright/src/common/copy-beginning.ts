/**
 * Copies the beginning of a text that is kept: V8 makes a slice of the text itself, so what is kept of it would hold the whole in
 * memory.
 */
export function copyBeginning(text: string, length: number): string {
  // This encoding keeps also a half of a surrogate pair.
  return Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le');
}
