import { parserError } from '../parser-error.ts';

/** The text of each page of a PDF. Throws `FILE_PARSER_ERROR` when it is protected with a password. */
export async function readPdf(
  bytes: Uint8Array,
  name: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { getDocumentProxy } = await import('unpdf');
  // The reader takes the bytes for itself, so it gets a copy.
  const pdf = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 }).catch((cause: unknown) => {
    if (!(cause instanceof Error) || cause.name !== 'PasswordException') throw cause;
    throw parserError(
      `The PDF \`${name}\` was to be read, but it is protected with a password; take the password away.`,
      cause,
    );
  });
  const pages: string[] = [];
  try {
    for (let number = 1; number <= pdf.numPages; number += 1) {
      signal.throwIfAborted();
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
      pages.push(text.trim());
      page.cleanup();
    }
  } finally {
    await pdf.loadingTask.destroy();
  }
  return pages;
}
