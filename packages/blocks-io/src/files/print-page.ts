import { defineBlock, RunFile, RunwrightError, Type } from '@runwright/contract';
import { optional } from '../nullable.ts';

/** Block `print_page`: saves the current page as a PDF file of the run. */
export const printPage = defineBlock({
  type: 'print_page',
  onWorkerLost: 'repeat',
  config: Type.Object(
    {
      include_timestamp: Type.Boolean({
        default: true,
        description: 'Adds a footer with time and address.',
      }),
      custom_filename: optional(Type.String({ description: 'Default `page_<time>.pdf`.' })),
      format: Type.Enum(['A4', 'Letter', 'Legal', 'Tabloid'], { default: 'A4' }),
      landscape: Type.Boolean({ default: false }),
      print_background: Type.Boolean({ default: true }),
    },
    { description: 'Prints the open page to a PDF.' },
  ),
  output: Type.Object({
    filename: Type.String(),
    file_path: Type.String(),
    size_bytes: Type.Integer(),
    artifact_uri: Type.String(),
    artifact_url: Type.String(),
    downloaded_files: Type.Array(RunFile),
  }),
  async run(given, context) {
    const { page } = await context.browser();
    const shown = (await page.tabs()).find((tab) => tab.active);
    if (shown === undefined || shown.url === '' || shown.url === 'about:blank') {
      throw new RunwrightError(
        'browser_failed',
        `Block \`${context.label}\` cannot print a page: no page is open. Add a block that opens one before it.`,
      );
    }
    if (page.pdf === undefined) {
      throw new RunwrightError(
        'browser_failed',
        `Block \`${context.label}\` cannot print a page: the browser driver of this host does not support printing. Use a driver that has \`pdf\`.`,
      );
    }
    const time = new Date().toISOString();
    const content = await page.pdf({
      format: given.format,
      landscape: given.landscape,
      background: given.print_background,
      footer: given.include_timestamp ? `${time}  ${shown.url}` : null,
      signal: context.signal,
    });
    await context.artifact({ type: 'pdf', content });
    const file = await context.files.save({
      name: nameOf(given.custom_filename ?? '', time),
      content,
      contentType: 'application/pdf',
      sourceUrl: shown.url,
    });
    return {
      filename: file.filename,
      file_path: file.file_path,
      size_bytes: file.file_size,
      artifact_uri: file.artifact_uri,
      artifact_url: file.url,
      downloaded_files: [file],
    };
  },
});

function nameOf(given: string, time: string): string {
  const name = given.trim() === '' ? `page_${time.replace(/\D/g, '').slice(0, 14)}` : given.trim();
  return /\.pdf$/i.test(name) ? name : `${name}.pdf`;
}
