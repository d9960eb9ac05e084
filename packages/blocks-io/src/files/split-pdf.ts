import { type BlockContext, defineBlock, RunFile, Type } from '@runwright/contract';
import { fileField } from '../file-field.ts';
import { llmKey, modelOptions } from '../llm-key.ts';
import { toParserError } from './parser-error.ts';
import { type LoadedPdf, loadPdf, nothingToWriteError, suffixedName } from './pdf/load-pdf.ts';
import { type PageRange, proposeRanges, rangeProblem } from './pdf/page-ranges.ts';
import { readInWorker } from './read/read-in-worker.ts';

const range = { name: Type.String(), start_page: Type.Integer(), end_page: Type.Integer() };

/** Block `split_pdf`: splits a PDF into documents, whose page ranges a model proposes from the text of the pages. */
export const splitPdf = defineBlock({
  type: 'split_pdf',
  onWorkerLost: 'repeat',
  config: Type.Object(
    {
      file_url: fileField('The PDF to split.'),
      prompt: Type.String({ minLength: 1, description: 'How to split it, in natural language.' }),
      llm_key: llmKey,
    },
    { description: 'Splits a PDF into documents, each a file of the run.' },
  ),
  output: Type.Object({
    documents: Type.Array(
      Type.Object({
        ...range,
        page_count: Type.Integer(),
        file_name: Type.String(),
        file_path: Type.String(),
        file_size: Type.Integer(),
      }),
    ),
    document_count: Type.Integer(),
    skipped: Type.Array(Type.Object({ ...range, reason: Type.String() })),
    source_page_count: Type.Integer(),
    downloaded_files: Type.Array(RunFile),
  }),
  async run({ file_url, prompt, llm_key }, context) {
    const pdf = await loadPdf(file_url, context);
    const count = pdf.document.getPageCount();
    const pages = await readInWorker(
      { kind: 'pdf', bytes: pdf.file.bytes, name: pdf.file.name },
      context.signal,
    ).catch((cause: unknown) => {
      context.signal.throwIfAborted();
      throw toParserError(cause, `read the PDF \`${pdf.file.name}\``);
    });
    const model = context.model('extract', modelOptions(llm_key));
    const { kept, skipped } = sorted(await proposeRanges(pages, prompt, model, context), count);
    if (kept.length === 0) {
      throw nothingToWriteError(
        `Cannot split the PDF \`${pdf.file.name}\`: none of the ${skipped.length} proposed ranges fits its ${count} pages. Describe in \`prompt\` where a document begins.`,
      );
    }
    const files: RunFile[] = [];
    for (const part of kept) files.push(await cut(pdf, part, context));
    return {
      documents: kept.map((part, at) => ({
        ...part,
        page_count: part.end_page - part.start_page + 1,
        file_name: files[at]?.filename ?? '',
        file_path: files[at]?.file_path ?? '',
        file_size: files[at]?.file_size ?? 0,
      })),
      document_count: kept.length,
      skipped,
      source_page_count: count,
      downloaded_files: files,
    };
  },
});

/** Separates valid page ranges from invalid ones with the reason; of two overlapping ranges the first is valid. */
function sorted(proposed: readonly PageRange[], count: number) {
  const kept: PageRange[] = [];
  const skipped: (PageRange & { readonly reason: string })[] = [];
  for (const part of proposed) {
    const reason = rangeProblem(part, count, kept);
    if (reason === null) kept.push(part);
    else skipped.push({ ...part, reason });
  }
  return { kept, skipped };
}

async function cut({ file, document }: LoadedPdf, part: PageRange, context: BlockContext): Promise<RunFile> {
  context.signal.throwIfAborted();
  const { PDFDocument } = await import('pdf-lib');
  const target = await PDFDocument.create();
  const pages = Array.from(
    { length: part.end_page - part.start_page + 1 },
    (_, at) => part.start_page - 1 + at,
  );
  for (const page of await target.copyPages(document, pages)) target.addPage(page);
  const name =
    part.name.trim() === '' ? suffixedName(file.name, `_${part.start_page}`) : suffixedName(part.name, '');
  return context.files.save({ name, content: await target.save(), contentType: 'application/pdf' });
}
