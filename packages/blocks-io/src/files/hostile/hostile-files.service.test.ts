import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import type { ByteSource, FileDraft } from '@runwright/contract';
import { fakeContext, scriptedModel } from '@runwright/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileUrlParser } from '../file-url-parser.ts';
import { type ReaderProcess, withReader } from '../read/reader-process.ts';
import { damaged, soundFiles } from './damaged-files.test-helpers.ts';
import { lyingZips, writeLyingZip } from './lying-zip.test-helpers.ts';

/** Reads a file as the block does, with a store that does other work before it reads what it is given. */
async function read(name: string, bytes: Uint8Array, file_type: 'auto_detect' | 'zip' = 'auto_detect') {
  const { context } = fakeContext({
    downloads: { [name]: bytes },
    model: scriptedModel({ answers: [{ text: 'read' }], can: { images: true } }),
  });
  const save = async (draft: FileDraft) => {
    for (let step = 0; step < 10; step += 1) await readFile(import.meta.filename);
    return context.files.save(draft);
  };
  const files = { ...context.files, save };
  return fileUrlParser.run({ file_url: name, file_type }, { ...context, files });
}

const mebibyte = 1024 * 1024;
const refused = { code: 'block_failed', details: { errors: [{ error_code: 'FILE_PARSER_ERROR' }] } };

it('an archive whose content fails before it is saved fails the block, and not the process', async () => {
  const archive = lyingZips['a size that is too small'] ?? Buffer.of();
  await expect(read('a.zip', archive)).rejects.toMatchObject(refused);
});

describe('an archive that lies', { tags: ['security', 'extended'] }, () => {
  const harmless = ['sizes in the local header', 'a data descriptor', 'an end without entries'];
  const lies = Object.entries(lyingZips).filter(([lie]) => !harmless.includes(lie));

  it.each(lies)('about %s is refused', async (_lie, archive) => {
    await expect(read('a.zip', archive, 'zip')).rejects.toMatchObject(refused);
  });

  it.each(harmless)('about %s is read by its directory', async (lie) => {
    expect(await read('a.zip', lyingZips[lie] ?? Buffer.of(), 'zip')).toBeInstanceOf(Array);
  });
});

describe('a file that needs much memory ends its reader at most', { tags: ['security', 'extended'] }, () => {
  it('a table whose first row is wide', async () => {
    const table = Buffer.from(`${','.repeat(100_000)}\n${'a\n'.repeat(80_000)}`);
    await expect(read('a.csv', table)).rejects.toMatchObject(refused);
  });

  it('a table with very many rows', async () => {
    const table = Buffer.alloc(90 * mebibyte, 'a\n');
    await expect(read('a.csv', table)).rejects.toMatchObject(refused);
  });

  it('a PDF that unpacks to 3 GiB', async () => {
    // One stream of many blocks, so that the test needs less memory than its file; packed twice, so that the file is short.
    const block = deflateRawSync(Buffer.alloc(64 * mebibyte, ' '), { finishFlush: constants.Z_FULL_FLUSH });
    const end = Buffer.of(3, 0, 0, 0, 0, 0);
    const content = deflateSync(Buffer.concat([Buffer.of(0x78, 0x9c), ...Array(48).fill(block), end]));
    const pdf = Buffer.concat([
      Buffer.from(
        `%PDF-1.4\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj\n3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>> endobj\n4 0 obj <</Length ${content.length}/Filter[/FlateDecode/FlateDecode]>> stream\n`,
      ),
      content,
      Buffer.from('\nendstream endobj\ntrailer <</Root 1 0 R>>\n%%EOF'),
    ]);
    await expect(read('a.pdf', pdf)).rejects.toMatchObject(refused);
  });

  it('a workbook whose last cell is far away', async () => {
    const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>`;
    await expect(read('a.xlsx', workbook(sheet))).rejects.toMatchObject(refused);
  });
});

const seed = 20_261_128;
const kinds = ['zip', 'excel', 'docx', 'pdf', 'csv'] as const;

it.each(kinds)('some damaged %s files are read or refused', { tags: ['security'] }, (kind) =>
  readDamaged(kind, 3),
);

it.each(kinds)('many damaged %s files are read or refused', { tags: ['security', 'extended'] }, (kind) =>
  readDamaged(kind, 400),
);

it('damaged images are recognized by their first bytes, or have no known kind', {
  tags: ['security'],
}, async () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex');
  await fc.assert(
    fc.asyncProperty(damaged(png), (bytes) => settled(read('a.png', bytes))),
    { seed, numRuns: 20 },
  );
});

/** Reads damaged files with one process, and with another one when it has ended. */
async function readDamaged(kind: (typeof kinds)[number], count: number): Promise<void> {
  const left = fc.sample(damaged(await soundFiles[kind]()), { seed, numRuns: count });
  while (left.length > 0) await readUntilEnd(kind, left);
}

async function readUntilEnd(kind: (typeof kinds)[number], left: Buffer[]): Promise<void> {
  const { signal } = new AbortController();
  let bytes: Buffer = Buffer.alloc(0);
  const file: ByteSource & { readonly name: string } = {
    name: 'a',
    get size() {
      return bytes.length;
    },
    async *read({ start = 0, end = bytes.length } = {}) {
      yield bytes.subarray(start, end);
    },
  };
  await withReader({ file, signal }, async (reader) => {
    for (let next = left.pop(); next; next = left.pop()) {
      bytes = next;
      const error = await readEverything(kind, bytes, reader).catch((reason: unknown) => reason);
      if (error === undefined) continue;
      expect(error).toBeInstanceOf(Error);
      if (/ended early/.test(String(error))) return;
    }
  });
}

/** Gives the file to every parser of its kind. */
async function readEverything(
  kind: (typeof kinds)[number],
  bytes: Buffer,
  reader: ReaderProcess,
): Promise<void> {
  const whole = { bytes, name: 'a' };
  if (kind === 'csv') await reader.request({ kind, ...whole, charset: null });
  if (kind === 'excel' || kind === 'docx') await reader.request({ kind, ...whole });
  if (kind === 'zip') {
    await reader.request({ kind: 'names', name: 'a', size: bytes.length });
    const entries = await reader.request({ kind: 'entries', name: 'a', size: bytes.length });
    for (const entry of entries.keys()) {
      while ((await reader.request({ kind: 'part', entry })) !== null);
    }
  }
  if (kind === 'pdf') {
    for (const read of ['pdf', 'layout'] as const) await settled(reader.request({ kind: read, ...whole }));
    await reader.request({ kind: 'edit', ...whole });
    await reader.request({ kind: 'form' });
    await reader.request({ kind: 'fill', values: [{ name: 'name', value: 'Ann' }] });
    await reader.request({ kind: 'cut', start_page: 1, end_page: 1 });
    await reader.request({ kind: 'save' });
  }
}

/** Waits for a result or an error, whichever comes. */
async function settled(reading: Promise<unknown>): Promise<void> {
  const error = await reading.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error !== null) expect(error).toBeInstanceOf(Error);
}

/** A workbook with one sheet, as XML. */
function workbook(sheet: string): Buffer {
  const ns = 'http://schemas.openxmlformats.org';
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${ns}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${ns}/package/2006/relationships"><Relationship Id="r1" Type="${ns}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${ns}/package/2006/relationships"><Relationship Id="r1" Type="${ns}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${ns}/spreadsheetml/2006/main" xmlns:r="${ns}/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': sheet,
  };
  return writeLyingZip(Object.entries(parts).map(([name, text]) => ({ name, content: Buffer.from(text) })));
}
