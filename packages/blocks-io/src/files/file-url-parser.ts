import { defineBlock, Type, template } from '@runwright/contract';
import { fileField } from '../file-field.ts';
import { optional } from '../nullable.ts';
import { readFile } from './read-file.ts';

/** Block `file_url_parser`: returns rows of CSV and Excel, text of PDF, Word and images, files of a ZIP, or data in a JSON Schema. */
export const fileUrlParser = defineBlock({
  type: 'file_url_parser',
  usesBrowser: false,
  onWorkerLost: 'repeat',
  config: Type.Object(
    {
      file_url: fileField('The file to read.'),
      file_type: Type.Enum(['auto_detect', 'csv', 'excel', 'pdf', 'image', 'docx', 'zip'], {
        default: 'auto_detect',
        description: '`auto_detect`: detected from the content; for text also from name and media type.',
      }),
      json_schema: optional(
        Type.Record(Type.String(), Type.Unknown(), {
          description: 'A model extracts data from the file in the form of this JSON Schema.',
          ...template('none'),
        }),
      ),
    },
    { description: 'Reads a file.' },
  ),
  output: Type.Unknown({ description: 'Rows, text, unpacked files, or what the schema asks for.' }),
  run: ({ file_url, file_type, json_schema }, context) =>
    readFile(
      {
        file: file_url,
        kind: file_type === 'auto_detect' ? null : file_type,
        schema: json_schema ?? null,
      },
      context,
    ),
});
