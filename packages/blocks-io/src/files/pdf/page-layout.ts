/** Texts of a page and where they stand, for a model that is to write between them. */
export interface PageLayout {
  /** Points. */
  readonly width: number;
  readonly height: number;
  readonly items: readonly {
    readonly text: string;
    readonly x: number;
    readonly y: number;
    readonly width: number;
  }[];
}

/** The layout of each page of a PDF. Places are rounded to points; the origin is the lower left corner. */
export async function layoutOf(bytes: Uint8Array, signal: AbortSignal): Promise<readonly PageLayout[]> {
  const { getDocumentProxy } = await import('unpdf');
  const pdf = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 });
  const layouts: PageLayout[] = [];
  try {
    for (let number = 1; number <= pdf.numPages; number += 1) {
      signal.throwIfAborted();
      const page = await pdf.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      const { items } = await page.getTextContent();
      layouts.push({
        width: Math.round(width),
        height: Math.round(height),
        items: items.flatMap((item) => {
          if (!('str' in item) || item.str.trim() === '') return [];
          const [, , , , x = 0, y = 0] = item.transform as readonly number[];
          return [{ text: item.str, x: Math.round(x), y: Math.round(y), width: Math.round(item.width) }];
        }),
      });
      page.cleanup();
    }
  } finally {
    await pdf.loadingTask.destroy();
  }
  return layouts;
}
