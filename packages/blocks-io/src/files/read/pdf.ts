import { UnreadableFile } from './unreadable-file.ts';

/** Texts of a page and where they stand, for a model that is to write between them. */
export interface PageLayout {
  /** Points. */
  readonly width: number;
  readonly height: number;
  /** Rounded to points; the origin is the lower left corner. */
  readonly items: readonly {
    readonly text: string;
    readonly x: number;
    readonly y: number;
    readonly width: number;
  }[];
}

/** The text of each page of a PDF. Throws {@link UnreadableFile} when it is protected with a password. */
export function readPdf(bytes: Uint8Array, name: string): Promise<readonly string[]> {
  return eachPage(bytes, name, async (page) => {
    const { items } = await page.getTextContent();
    return items
      .map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
      .join('')
      .trim();
  });
}

/** The layout of each page of a PDF. Throws {@link UnreadableFile} when it is protected with a password. */
export function readPdfLayout(bytes: Uint8Array, name: string): Promise<readonly PageLayout[]> {
  return eachPage(bytes, name, async (page) => {
    const { width, height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    return {
      width: Math.round(width),
      height: Math.round(height),
      items: items.flatMap((item) => {
        if (!('str' in item) || item.str.trim() === '') return [];
        const [, , , , x = 0, y = 0] = item.transform as readonly number[];
        return [{ text: item.str, x: Math.round(x), y: Math.round(y), width: Math.round(item.width) }];
      }),
    };
  });
}

type Pdf = Awaited<ReturnType<typeof import('unpdf').getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf['getPage']>>;

async function eachPage<T>(
  bytes: Uint8Array,
  name: string,
  read: (page: Page) => Promise<T>,
): Promise<readonly T[]> {
  const { getDocumentProxy } = await import('unpdf');
  // The reader takes the bytes for itself, so it gets a copy.
  const pdf = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 }).catch((cause: unknown) => {
    if (!(cause instanceof Error) || cause.name !== 'PasswordException') throw cause;
    throw new UnreadableFile(
      `Cannot read the PDF \`${name}\`: it is protected with a password. Remove the password.`,
      { cause },
    );
  });
  const pages: T[] = [];
  try {
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number);
      pages.push(await read(page));
      page.cleanup();
    }
  } finally {
    await pdf.loadingTask.destroy();
  }
  return pages;
}
