import { runtimeError } from '../error.ts';

/** Encodes a text as `str.encode` does, which refuses half of a surrogate pair. */
export function encodeUtf8(text: string): Uint8Array {
  if (!text.isWellFormed()) {
    const [half = ''] = /\p{Surrogate}/u.exec(text) ?? [];
    const code = half.charCodeAt(0).toString(16);
    throw runtimeError(`'utf-8' codec can't encode character '\\u${code}': surrogates not allowed`);
  }
  return new TextEncoder().encode(text);
}
