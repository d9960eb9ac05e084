import type { PageDriver } from '@runwright/contract';
import { PDFDocument, StandardFonts } from 'pdf-lib';

type Printed = Parameters<NonNullable<PageDriver['pdf']>>[0];

/** Points, portrait. */
const papers: Readonly<Record<Printed['format'], readonly [width: number, height: number]>> = {
  A4: [595.28, 841.89],
  Letter: [612, 792],
  Legal: [612, 1008],
  Tabloid: [792, 1224],
};
const margin = 36;
const lineHeight = 12;

/** Lines on paper, each page with the footer. What Helvetica lacks is printed as `?`. */
export async function fakePrint(
  lines: readonly string[],
  { format, landscape, footer }: Pick<Printed, 'format' | 'landscape' | 'footer'>,
): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const [short, long] = papers[format];
  const [width, height] = landscape ? [long, short] : [short, long];
  const perPage = Math.floor((height - 2 * margin) / lineHeight);
  for (let from = 0; from === 0 || from < lines.length; from += perPage) {
    const page = document.addPage([width, height]);
    const draw = (line: string, y: number) =>
      page.drawText(printable(line), { x: margin, y, size: 9, font, lineHeight });
    for (const [index, line] of lines.slice(from, from + perPage).entries())
      draw(line, height - margin - (index + 1) * lineHeight);
    if (footer !== null) draw(footer, margin / 2);
  }
  return document.save();
}

function printable(line: string): string {
  return line.replace(/[^\x20-\x7e\xa0-\xff]/gu, '?');
}
