/** File of a script as the page shows and edits it. */
export interface EditedFile {
  readonly path: string;
  readonly mimeType: string | null;
  /** Null for bytes that are no text. */
  readonly text: string | null;
  /** Bytes in base64 as they were read; empty for a new file. */
  readonly base64: string;
}

/** File of a request that deploys a version. */
export interface SentFile {
  readonly path: string;
  readonly content: string;
  readonly encoding: 'base64' | 'utf-8';
  readonly mime_type?: string;
}

/** Reads a file as the API returns it. */
export function readFile(file: {
  readonly path: string;
  readonly content: string;
  readonly mime_type: string;
}): EditedFile {
  const bytes = Uint8Array.from(atob(file.content), (character) => character.charCodeAt(0));
  return { path: file.path, mimeType: file.mime_type, text: textOf(bytes), base64: file.content };
}

/** Writes files as the API takes them: texts as texts, bytes as they were read. */
export function writeFiles(files: readonly EditedFile[]): SentFile[] {
  return files.map(({ path, mimeType, text, base64 }) => ({
    path,
    ...(text === null
      ? { content: base64, encoding: 'base64' as const }
      : { content: text, encoding: 'utf-8' as const }),
    ...(mimeType === null ? {} : { mime_type: mimeType }),
  }));
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
