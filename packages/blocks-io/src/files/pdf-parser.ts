import { defineBlock, Type, template } from '@runwright/contract';
import { fileField } from '../file-field.ts';
import { optional } from '../nullable.ts';
import { readFile } from './read-file.ts';

/** Default of `json_schema`. */
const defaultSchema = {
  type: 'object',
  properties: {
    output: { type: 'object', description: 'All information in the file, by meaningful names.' },
  },
  required: ['output'],
} as const;

/** Block `pdf_parser`: extracts data from a PDF with a JSON Schema. Deprecated: `file_url_parser` reads PDFs too. */
export const pdfParser = defineBlock({
  type: 'pdf_parser',
  usesBrowser: false,
  onWorkerLost: 'repeat',
  config: Type.Object(
    {
      file_url: fileField('The PDF to read.'),
      json_schema: optional(
        Type.Record(Type.String(), Type.Unknown(), {
          description: 'The data to extract. Default: all information, as an object `output`.',
          ...template('none'),
        }),
      ),
    },
    { description: 'Extracts data from a PDF with a model. Deprecated: use `file_url_parser`.' },
  ),
  output: Type.Unknown(),
  run: ({ file_url, json_schema }, context) =>
    readFile({ file: file_url, kind: 'pdf', schema: json_schema ?? defaultSchema }, context),
});
