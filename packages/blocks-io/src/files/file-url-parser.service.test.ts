import { Buffer } from 'node:buffer';
import { buffer } from 'node:stream/consumers';
import { type Json, RunwrightError } from '@runwright/contract';
import { type FakeContext, type FakeContextOptions, fakeContext, scriptedModel } from '@runwright/testing';
import { Document, Packer, Paragraph } from 'docx';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import writeExcel from 'write-excel-file/node';
import { ZipFile } from 'yazl';
import { fileUrlParser } from './file-url-parser.ts';
import { pdfParser } from './pdf-parser.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;
type Config = Partial<Parameters<typeof fileUrlParser.run>[0]>;

/** Reads the first of some files. */
async function read(
  files: Files,
  config: Config = {},
  options: FakeContextOptions = {},
): Promise<{ output: Json; fake: FakeContext }> {
  const fake = fakeContext({ downloads: files, ...options });
  const [name] = Object.keys(files);
  const given = { file_url: name, file_type: 'auto_detect' as const, ...config };
  return { output: (await fileUrlParser.run(given, fake.context)) as Json, fake };
}

/** The failure of reading, which every one of these tells in its output too. */
async function failure(files: Files, config: Config = {}, options: FakeContextOptions = {}): Promise<string> {
  const error: unknown = await read(files, config, options).then(
    ({ output }) => expect.fail(`it read ${JSON.stringify(output)}`),
    (reason: unknown) => reason,
  );
  if (!RunwrightError.is(error)) throw error;
  expect(error.details.output).toEqual({
    status: 'failed',
    failure_reason: error.message,
    errors: [{ error_code: 'FILE_PARSER_ERROR', reasoning: error.message }],
  });
  expect(error.details.errors).toEqual([{ error_code: 'FILE_PARSER_ERROR', reasoning: error.message }]);
  return error.message;
}

type ExcelCell = Parameters<typeof writeExcel>[0] extends readonly (readonly (infer C)[])[] ? C : never;
const excel = (rows: readonly (readonly unknown[])[]): Promise<Buffer> =>
  writeExcel(rows as ExcelCell[][]).toBuffer();

async function pdf(...pages: string[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (const text of pages) document.addPage().drawText(text);
  return document.save();
}

async function zip(entries: Readonly<Record<string, string>>): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, text] of Object.entries(entries)) archive.addBuffer(Buffer.from(text), name);
  archive.end();
  return buffer(archive.outputStream);
}

const replaced = (bytes: Buffer, from: string, to: string): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1');

describe('CSV', () => {
  it('is an array of rows by the names of its columns', async () => {
    const text = 'id,name\r\n1,"Ann, B."\r\n2,"line\nbreak"\r\n\r\n';
    const { output } = await read({ 'a.csv': text });
    expect(output).toEqual([
      { id: '1', name: 'Ann, B.' },
      { id: '2', name: 'line\nbreak' },
    ]);
  });

  it.each([';', '\t', '|'])('may separate its columns by %j', async (sign) => {
    const text = [`a${sign}b,c`, `1${sign}2,5`, `3${sign}"x${sign}y"`].join('\n');
    const { output } = await read({ 'a.csv': text });
    expect(output).toEqual([
      { a: '1', 'b,c': '2,5' },
      { a: '3', 'b,c': `x${sign}y` },
    ]);
  });

  it.each([
    ['UTF-8 with a mark', Buffer.from('\uFEFFname\nZoë')],
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('name\nZoë', 'utf16le')])],
    [
      'UTF-16, high byte first',
      Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from('name\nZoë', 'utf16le').swap16()]),
    ],
    ['Windows-1252', Buffer.from('name\nZo\xeb', 'latin1')],
  ])('is read in %s', async (_encoding, bytes) => {
    expect((await read({ 'a.csv': bytes }, { file_type: 'csv' })).output).toEqual([{ name: 'Zoë' }]);
  });

  it.each([
    ['iso-8859-1', Buffer.from('name\nZo\xeb', 'latin1'), 'Zoë'],
    ['shift_jis', Buffer.concat([Buffer.from('name\n'), Buffer.from([0x93, 0xfa, 0x96, 0x7b])]), '日本'],
    ['windows-1251', Buffer.concat([Buffer.from('name\n'), Buffer.from([0xc4, 0xe0])]), 'Да'],
    ['shift_jis', Buffer.from('\uFEFFname\nZoë'), 'Zoë'],
  ])('is read in the charset %s of its content type, unless it has a mark', async (charset, bytes, name) => {
    const fetch = async () =>
      new Response(new Uint8Array(bytes), { headers: { 'content-type': `text/csv; charset=${charset}` } });
    const { output } = await read({}, { file_url: 'https://files.test/a.csv' }, { fetch });
    expect(output).toEqual([{ name }]);
  });

  it('names repeated, empty and missing columns, and fills short rows with empty text', async () => {
    const { output } = await read({ 'a.csv': 'a,a,,__proto__\n1,2,3,4,5\n6' });
    expect(JSON.stringify(output)).toBe(
      '[{"a":"1","a_2":"2","column_3":"3","__proto__":"4","column_5":"5"},{"a":"6","a_2":"","column_3":"","__proto__":"","column_5":""}]',
    );
  });

  it('is what text without a telling name is, and code is not', async () => {
    expect((await read({ export: 'a\n1' })).output).toEqual([{ a: '1' }]);
    expect(await failure({ 'page.html': '<p>hi</p>' })).toContain('unknown file type');
  });
});

describe('Excel', () => {
  it('is an array of rows of its first sheet, an empty cell is null and values keep their types', async () => {
    const book = await excel([
      [{ value: 'id' }, { value: 'due' }, { value: 'note' }, { value: 'paid' }],
      [
        { value: 1.5 },
        { value: new Date('2026-01-02T00:00:00Z'), format: 'yyyy-mm-dd' },
        null,
        { value: true },
      ],
      [null, null, null, null],
      [{ value: 2 }, null, { value: ' kept ' }, { value: false }],
    ]);
    const { output } = await read({ 'a.bin': book });
    expect(output).toEqual([
      { id: 1.5, due: '2026-01-02T00:00:00.000Z', note: null, paid: true },
      { id: 2, due: null, note: ' kept ', paid: false },
    ]);
  });

  it('with a password is refused, and so are workbooks from before 2007', async () => {
    const head = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]);
    const old = (stream: string) => Buffer.concat([head, Buffer.from(stream, 'utf16le')]);
    expect(await failure({ 'a.xlsx': old('EncryptedPackage') })).toContain('protected with a password');
    expect(await failure({ 'a.xls': old('Workbook') })).toContain('legacy .xls format');
    expect(await failure({ 'a.doc': old('WordDocument') })).toContain('legacy .doc format');
  });

  it('that is broken is told as unreadable', async () => {
    const book = await excel([[{ value: 'a' }]]);
    expect(await failure({ 'a.xlsx': book.subarray(0, 900) }, { file_type: 'excel' })).toContain('`a.xlsx`');
  });
});

describe('PDF and Word', () => {
  it('a PDF is its text, page by page', async () => {
    const { output } = await read({ 'a.pdf': await pdf('First page', 'Second page') });
    expect(output).toBe('First page\n\nSecond page');
  });

  it('a PDF with a password is refused', async () => {
    const locked = Buffer.from(
      `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[]/Count 0>> endobj
3 0 obj <</Filter/Standard/V 1/R 2/P -4/O <${'41'.repeat(32)}>/U <${'42'.repeat(32)}>>> endobj
trailer <</Root 1 0 R/Encrypt 3 0 R/ID[<01><01>]>>
%%EOF`,
      'latin1',
    );
    expect(await failure({ 'a.pdf': locked })).toContain('Cannot read the PDF `a.pdf`: it is protected');
  });

  it('a PDF that is broken is told as unreadable', async () => {
    expect(await failure({ 'a.pdf': '%PDF-1.7 nothing' })).toContain('Cannot read the file `a.pdf`: ');
  });

  it('a Word document is its text', async () => {
    const document = new Document({
      sections: [{ children: [new Paragraph('Hello'), new Paragraph('Wörld')] }],
    });
    const { output } = await read({ 'a.docx': await Packer.toBuffer(document) });
    expect(output).toBe('Hello\n\nWörld');
  });
});

describe('ZIP', () => {
  it('is the list of its files by name, each kept as a file of the run', async () => {
    const { output, fake } = await read({
      'a.zip': await zip({ 'b.txt': 'bb', 'a/c.txt': 'ccc', 'A.txt': 'a' }),
    });
    expect(output).toMatchObject([
      { file_name: 'A.txt', file_size: 1 },
      { file_name: 'a/c.txt', file_size: 3 },
      { file_name: 'b.txt', file_size: 2 },
    ]);
    const kept = fake.files.filter((file) => !file.before);
    expect(kept.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['bb', 'ccc', 'a']);
    const [first] = output as { file_path: string }[];
    expect(first?.file_path).toBe(kept[2]?.file_path);
  });

  it('entries that climb out of the archive get safe names', async () => {
    const archive = await zip({ 'xx/xx/etc/passwd': 'evil', 'C_/boot.ini': 'evil' });
    const slipped = replaced(replaced(archive, 'xx/', '../'), 'C_/', 'C:\\');
    const { output } = await read({ 'a.zip': slipped });
    expect((output as { file_name: string }[]).map(({ file_name }) => file_name)).toEqual([
      'boot.ini',
      'etc/passwd',
    ]);
  });

  it('with more than 1,000 entries is refused', async () => {
    const entries = Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`${at}.txt`, '']));
    expect(await failure({ 'a.zip': await zip(entries) })).toContain(
      'it has 1001 entries, and at most 1000 are allowed',
    );
  });

  it('that unpacks to more than 1 GiB is refused before anything is unpacked', async () => {
    const archive = await zip({ 'a.txt': 'x'.repeat(999) });
    const size = archive.lastIndexOf('PK\x01\x02') + 24;
    archive.writeUInt32LE(0x7fffffff, size);
    const fake = fakeContext({ downloads: { 'a.zip': archive } });
    const reading = fileUrlParser.run({ file_url: 'a.zip', file_type: 'auto_detect' }, fake.context);
    await expect(reading).rejects.toThrow('at most 1 GiB is allowed');
    expect(fake.files).toHaveLength(1);
  });

  it('whose entry is longer than it says is refused', async () => {
    const archive = await zip({ 'a.txt': 'x'.repeat(999) });
    archive.writeUInt32LE(5, archive.lastIndexOf('PK\x01\x02') + 24);
    expect(await failure({ 'a.zip': archive })).toContain('Cannot read the file `a.zip`: ');
  });

  it('with a password is refused', async () => {
    const archive = await zip({ 'a.txt': 'secret' });
    archive.writeUInt16LE(
      archive.readUInt16LE(archive.lastIndexOf('PK\x01\x02') + 8) | 1,
      archive.lastIndexOf('PK\x01\x02') + 8,
    );
    expect(await failure({ 'a.zip': archive })).toContain('protected with a password');
  });
});

describe('type and content', () => {
  it('content goes before name and media type', async () => {
    const { output } = await read({ 'table.csv': await pdf('I am a PDF') });
    expect(output).toBe('I am a PDF');
  });

  it('a declared type that the content has not is refused', async () => {
    expect(await failure({ 'a.csv': 'a,b' }, { file_type: 'pdf' })).toBe(
      'Cannot read `a.csv` as a PDF: it is text with columns (CSV). Correct `file_type` or the file.',
    );
    expect(await failure({ 'a.pdf': await pdf('x') }, { file_type: 'excel' })).toContain('it is a PDF');
  });

  it('an empty file and one of unknown bytes are refused', async () => {
    expect(await failure({ 'a.csv': '' })).toContain('the file is empty');
    expect(await failure({ 'a.bin': Buffer.from([1, 0, 2, 0]) })).toContain('unknown file type');
  });
});

describe('large files', () => {
  it('a long table is read like a short one', async () => {
    const text = `n\n${Array.from({ length: 100_000 }, (_, at) => at).join('\n')}`;
    const { output } = await read({ 'a.csv': text });
    expect(output).toHaveLength(100_000);
    expect((output as Json[]).at(-1)).toEqual({ n: '99999' });
  });

  it('reading ends with the block', async () => {
    const stop = new AbortController();
    const { context } = fakeContext({ downloads: { 'a.pdf': await pdf('page') }, signal: stop.signal });
    const reading = fileUrlParser.run({ file_url: 'a.pdf', file_type: 'auto_detect' }, context);
    stop.abort(new RunwrightError('canceled', 'The run was canceled.'));
    await expect(reading).rejects.toMatchObject({ code: 'canceled' });
  });

  it('more than 100 MiB are refused unless it is an archive', async () => {
    const text = Buffer.alloc(100 * 1024 * 1024 + 1, 'a');
    expect(await failure({ 'a.csv': text })).toContain('it is larger than 100 MiB');
  });
});

describe('with a model', () => {
  const schema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };

  it('a schema makes the output, and the content goes to the model', async () => {
    const model = scriptedModel({ answers: [{ total: 3 }] });
    const { output } = await read({ 'a.csv': 'total\n3' }, { json_schema: schema }, { model });
    expect(output).toEqual({ total: 3 });
    expect(model.requests[0]?.output?.schema).toEqual(schema);
    expect(JSON.stringify(model.requests[0]?.messages)).toContain(
      '[{\\\\\\"total\\\\\\":\\\\\\"3\\\\\\"}]'.replaceAll('\\\\\\', '\\'),
    );
  });

  it('content beyond 256,000 tokens is refused without a call', async () => {
    const model = scriptedModel({ answers: [] });
    const reason = await failure(
      { 'a.csv': `a\n${'x'.repeat(1_100_000)}` },
      { json_schema: schema },
      { model },
    );
    expect(reason).toContain('at most 256000 are allowed');
    expect(model.requests).toEqual([]);
  });

  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

  it('an image is the text that a model reads in it', async () => {
    const model = scriptedModel({ answers: [{ text: 'Invoice 7' }], can: { images: true } });
    const { output } = await read({ scan: png }, {}, { model });
    expect(output).toBe('Invoice 7');
    expect(model.requests[0]?.messages[0]?.content[1]).toEqual({
      type: 'image',
      mediaType: 'image/png',
      data: png.toString('base64'),
    });
  });

  it('a model without image input, and an image type that no model accepts, are reported', async () => {
    const blind = scriptedModel({ answers: [] });
    expect(await failure({ scan: png }, {}, { model: blind })).toContain('does not accept images');
    const seeing = scriptedModel({ answers: [], can: { images: true } });
    expect(await failure({ scan: 'GIF89a' }, {}, { model: seeing })).toContain(
      'models accept PNG and JPEG only',
    );
  });

  it('a PDF is read for its data, all of it when no schema is given', async () => {
    const model = scriptedModel({ answers: [{ output: { page: 'one' } }] });
    const { context } = fakeContext({ model, downloads: { 'a.pdf': await pdf('one') } });
    expect(await pdfParser.run({ file_url: 'a.pdf' }, context)).toEqual({ output: { page: 'one' } });
    expect(model.requests[0]?.output?.schema).toMatchObject({ required: ['output'] });
    const other = fakeContext({ model, downloads: { 'a.csv': 'a' } });
    await expect(pdfParser.run({ file_url: 'a.csv' }, other.context)).rejects.toThrow('as a PDF');
  });
});

it('a table that is larger than one message of the reader process is read whole', async () => {
  const rows = Array.from({ length: 40_000 }, (_, id) => ({ id: `${id}`, name: `the name of row ${id}` }));
  const lines = rows.map(({ id, name }) => `${id},${name}`);
  const { output } = await read({ 'large.csv': `id,name\n${lines.join('\n')}` });
  expect(output).toEqual(rows);
});
