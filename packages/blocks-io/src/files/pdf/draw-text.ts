import type { PDFDocument } from 'pdf-lib';
import { findUnencodableCharacter } from './form-fields.ts';

/** Text to draw on a page; the origin is the page's lower left corner, in points. */
export interface Placement {
  /** From 1. */
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** Points. */
  readonly size: number;
  /** Available width in points. */
  readonly max_width: number;
}

/** Result of drawing texts. */
export interface DrawTextResult {
  readonly placed: readonly Placement[];
  /** Drawn texts that exceed their available width. */
  readonly overflowed: readonly Placement[];
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
}

/** Draws texts onto the pages of a PDF. A text that is too wide gets a smaller font, down to 6 points. */
export async function drawTexts(
  document: PDFDocument,
  placements: readonly Placement[],
): Promise<DrawTextResult> {
  const { StandardFonts } = await import('pdf-lib');
  const font = await document.embedFont(StandardFonts.Helvetica);
  const placed: Placement[] = [];
  const overflowed: Placement[] = [];
  const skipped: { name: string; reason: string }[] = [];
  for (const placement of placements) {
    const { text, x, y } = placement;
    const page = document.getPages()[placement.page - 1];
    const reason = page
      ? reasonOf(placement, page.getSize())
      : `The file has ${document.getPageCount()} pages.`;
    const unknown = findUnencodableCharacter(text, font);
    if (!page || reason !== null || unknown !== null) {
      skipped.push({ name: text, reason: reason ?? `Its font has no \`${unknown}\`.` });
      continue;
    }
    const room = Math.min(placement.max_width, page.getWidth() - x);
    const wanted = Math.min(Math.max(placement.size, 6), 72);
    const size = Math.max(6, Math.min(wanted, room / font.widthOfTextAtSize(text, 1) || wanted));
    page.drawText(text.replace(/\s+/g, ' '), { x, y, size, font });
    placed.push(placement);
    if (font.widthOfTextAtSize(text, size) > room + 0.5) overflowed.push(placement);
  }
  return { placed, overflowed, skipped };
}

function reasonOf({ x, y, text }: Placement, page: { width: number; height: number }): string | null {
  if (text.trim() === '') return 'There is nothing to write.';
  return x < 0 || y < 0 || x > page.width || y > page.height ? 'It lies outside of the page.' : null;
}
