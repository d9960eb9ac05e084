/** The charset that a content type names, as a label that `TextDecoder` knows; null when it names none, or an unknown one. */
export function charsetOf(contentType: string | null): string | null {
  return knownLabel(/;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? '')?.[1]);
}

/**
 * The text of an answer. Its byte order mark decides, else the charset of its content type, else for HTML and XML what
 * they declare in their first 1,024 bytes; without any of them it is UTF-8.
 */
export function decodeText(bytes: Uint8Array, contentType: string | null): string {
  const charset = markedCharset(bytes) ?? charsetOf(contentType) ?? declaredCharset(bytes, contentType);
  return new TextDecoder(charset ?? 'utf-8').decode(bytes);
}

function markedCharset([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

function declaredCharset(bytes: Uint8Array, contentType: string | null): string | null {
  const type = contentType ?? '';
  if (!/\bhtml\b|\bxml\b/i.test(type)) return null;
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  const xml = /^\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1];
  const meta = /<meta\b[^>]{0,500}?\bcharset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)?.[1];
  const declared = knownLabel(xml ?? meta);
  // What could be read up to here is not in UTF-16, whatever it says.
  return declared?.startsWith('utf-16') ? 'utf-8' : declared;
}

function knownLabel(label: string | undefined): string | null {
  if (label === undefined) return null;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}
