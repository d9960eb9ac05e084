import { type BlockContext, defineBlock, RunFile, Type } from '@runwright/contract';
import { fileField } from '../file-field.ts';
import { llmKey, modelOptions } from '../llm-key.ts';
import { type LoadedPdf, nothingToWriteError, suffixedName, withPdf } from './pdf/load-pdf.ts';
import { type PageRange, proposeRanges, rangeProblem } from './pdf/page-ranges.ts';

const range = { name: Type.String(), start_page: Type.Integer(), end_page: Type.Integer() };

/** Block `split_pdf`: splits a PDF into documents, whose page ranges a model proposes from the text of the pages. */
export const splitPdf = defineBlock({
  type: 'split_pdf',
  usesBrowser: false,
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
  run: ({ file_url, prompt, llm_key }, context) =>
    withPdf(file_url, context, async (pdf) => {
      const count = pdf.pageCount;
      const { bytes, name } = pdf.file;
      const pages = await pdf.reader.request({ kind: 'pdf', bytes, name });
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
    }),
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

async function cut({ file, reader }: LoadedPdf, part: PageRange, context: BlockContext): Promise<RunFile> {
  const { start_page, end_page } = part;
  const content = await reader.request({ kind: 'cut', start_page, end_page });
  const name =
    part.name.trim() === '' ? suffixedName(file.name, `_${part.start_page}`) : suffixedName(part.name, '');
  return context.files.save({ name, content, contentType: 'application/pdf' });
}
