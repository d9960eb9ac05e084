import { fileTargetWords } from './file-target-words.ts';
import type { WordsOfFields } from './words.ts';

const source = 'An address, a file of this run, `downloads`, or the output of a block.';

const fileToRead = (what: string): WordsOfFields => ({
  file_url: { title: 'File', help: `${what} ${source}` },
});

const model: WordsOfFields = {
  llm_key: { title: 'Model (short form)', help: 'Its name. Leave empty for the model of the run.' },
};

/** Words of the blocks that read, write and send files, by type. */
export const fileBlockWords: Readonly<Record<string, WordsOfFields>> = {
  file_url_parser: {
    ...fileToRead('The file to read.'),
    file_type: { title: 'Type of the file', help: 'How the file is read.' },
    json_schema: {
      title: 'Form of the data',
      help: 'As JSON Schema: a model reads the file and returns its data in this form. Leave empty for the content as it is.',
    },
  },
  pdf_parser: {
    ...fileToRead('The PDF to read.'),
    json_schema: {
      title: 'Form of the data',
      help: 'As JSON Schema: what to read, and its form. Leave empty for all information.',
    },
  },
  pdf_fill: {
    ...{ ...fileToRead('The PDF to fill in.'), ...model },
    prompt: { title: 'What to fill in', help: 'The values, in plain language.' },
    payload: { title: 'Data to fill in', help: 'As JSON. The instructions may refer to it.' },
  },
  split_pdf: {
    ...{ ...fileToRead('The PDF to split.'), ...model },
    prompt: { title: 'How to split it', help: 'In plain language, such as “one file for each invoice”.' },
  },
  print_page: {
    include_timestamp: { title: 'Print time and address', help: 'In a line at the bottom of each page.' },
    custom_filename: { title: 'Name of the file', help: 'Leave empty for `page_<time>.pdf`.' },
    format: { title: 'Paper size', help: 'Of the PDF that the open page is printed to.' },
    landscape: { title: 'Landscape', help: 'Prints across the long side of the paper.' },
    print_background: { title: 'Print backgrounds', help: 'Colours and pictures behind the text.' },
  },
  download_to_s3: { url: { title: 'Address of the file', help: 'The file may have at most 10 MiB.' } },
  upload_to_s3: { path: { title: 'Files', help: `The files to store; at most 300. ${source}` } },
  file_upload: {
    ...fileTargetWords,
    storage_type: { title: 'Where the files go', help: 'The storage; its fields are below “More settings”.' },
    path: { title: 'Files', help: `What to send. Leave empty for all that the run downloaded. ${source}` },
    prompt: { title: 'Which files to send', help: 'In plain language. Leave empty for all.' },
    continue_on_empty: { title: 'Allow no file', help: 'A missing file is no failure.' },
  },
};
