import type { PDFDocument } from 'pdf-lib';
import { UnreadableFile } from '../read/unreadable-file.ts';
import { type DrawTextResult, drawTexts, type Placement } from './draw-text.ts';
import { type FieldValue, type FillFormResult, type FormField, readForm } from './form-fields.ts';
import type { PageRange } from './page-ranges.ts';

/** An open PDF that can be changed. Runs in a reader process. */
export interface PdfEditor {
  readonly pageCount: number;
  /** Fields of its form; none when it has no form. */
  form(): Promise<readonly FormField[]>;
  fill(values: readonly FieldValue[]): Promise<FillFormResult>;
  draw(placements: readonly Placement[]): Promise<DrawTextResult>;
  /** A range of pages as a PDF. */
  cut(range: Pick<PageRange, 'start_page' | 'end_page'>): Promise<Uint8Array>;
  save(): Promise<Uint8Array>;
}

/** Opens a PDF. Throws {@link UnreadableFile} when it is protected with a password, and what the library throws when it is broken. */
export async function openEditor(bytes: Uint8Array, name: string): Promise<PdfEditor> {
  const { PDFDocument } = await import('pdf-lib');
  const document = await PDFDocument.load(bytes, { updateMetadata: false, ignoreEncryption: true });
  if (document.isEncrypted) {
    throw new UnreadableFile(
      `Cannot edit the PDF \`${name}\`: it is protected with a password. Remove the password.`,
    );
  }
  let form: ReturnType<typeof readForm> | null = null;
  const openForm = () => {
    form ??= readForm(document);
    return form;
  };
  return {
    pageCount: document.getPageCount(),
    form: async () => (await openForm()).fields,
    fill: async (values) => fillForm(values, (await openForm()).fill),
    draw: (placements) => drawTexts(document, placements),
    cut: (range) => cutPages(document, range),
    save: () => document.save(),
  };
}

function fillForm(
  values: readonly FieldValue[],
  fill: (name: string, value: string) => string | null,
): FillFormResult {
  const fields: FieldValue[] = [];
  const skipped: { name: string; reason: string }[] = [];
  for (const field of values) {
    const reason = fill(field.name, field.value);
    if (reason === null) fields.push(field);
    else skipped.push({ name: field.name, reason });
  }
  return { fields, skipped };
}

async function cutPages(
  document: PDFDocument,
  { start_page, end_page }: Pick<PageRange, 'start_page' | 'end_page'>,
): Promise<Uint8Array> {
  const { PDFDocument } = await import('pdf-lib');
  const target = await PDFDocument.create();
  const pages = Array.from({ length: end_page - start_page + 1 }, (_, at) => start_page - 1 + at);
  for (const page of await target.copyPages(document, pages)) target.addPage(page);
  return target.save();
}
