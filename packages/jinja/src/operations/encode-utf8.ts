import { runtimeError } from '../error.ts';

/** Encodes a text as `str.encode` does, which refuses lone surrogates. */
export function encodeUtf8(text: string): Uint8Array {
  if (!text.isWellFormed()) {
    const [surrogate = ''] = /\p{Surrogate}/u.exec(text) ?? [];
    const code = surrogate.charCodeAt(0).toString(16);
    throw runtimeError(`'utf-8' codec can't encode character '\\u${code}': surrogates not allowed`);
  }
  return new TextEncoder().encode(text);
}
