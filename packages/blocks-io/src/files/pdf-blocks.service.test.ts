import { Buffer } from 'node:buffer';
import { RunwrightError } from '@runwright/contract';
import { type FakeContext, fakeContext, type ScriptedModel, scriptedModel } from '@runwright/testing';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { pdfFill } from './pdf-fill.ts';
import { readPdf } from './read/pdf.ts';
import { splitPdf } from './split-pdf.ts';

async function pages(...texts: string[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (const text of texts) document.addPage([300, 400]).drawText(text, { x: 20, y: 350, size: 12 });
  return document.save();
}

/** A form with a field of every kind. */
async function form(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([300, 400]);
  const fields = document.getForm();
  const name = fields.createTextField('name');
  name.setMaxLength(10);
  name.addToPage(page, { x: 20, y: 350 });
  fields.createTextField('notes').addToPage(page, { x: 20, y: 300 });
  fields.createCheckBox('agreed').addToPage(page, { x: 20, y: 250 });
  const size = fields.createDropdown('size');
  size.setOptions(['S', 'M']);
  size.addToPage(page, { x: 20, y: 200 });
  const pay = fields.createRadioGroup('pay');
  pay.addOptionToPage('cash', page, { x: 20, y: 150 });
  pay.addOptionToPage('card', page, { x: 60, y: 150 });
  fields.createButton('send').addToPage('Send', page, { x: 20, y: 100 });
  return document.save();
}

function scene(file: Uint8Array | string, answer: object): FakeContext & { readonly model: ScriptedModel } {
  const model = scriptedModel({ answers: [answer as never] });
  return { ...fakeContext({ model, downloads: { 'in.pdf': file } }), model };
}

const made = ({ files }: FakeContext) => files.filter((file) => !file.before);

describe('split_pdf', () => {
  const fruits = pages('Apple', 'Banana', 'Cherry', 'Date');

  it('cuts the file into the ranges that a model proposes', async () => {
    const test = scene(await fruits, {
      documents: [
        { name: 'First/two', start_page: 1, end_page: 2 },
        { name: 'last', start_page: 4, end_page: 4 },
      ],
    });
    const output = await splitPdf.run({ file_url: 'in.pdf', prompt: 'by fruit' }, test.context);
    expect(output).toMatchObject({
      document_count: 2,
      source_page_count: 4,
      skipped: [],
      documents: [
        { start_page: 1, end_page: 2, page_count: 2 },
        { page_count: 1, file_name: 'last.pdf' },
      ],
    });
    expect(output.downloaded_files.map(({ file_path }) => file_path)).toEqual(
      output.documents.map(({ file_path }) => file_path),
    );
    const [first, last] = made(test);
    expect(await readPdf(first?.bytes ?? Buffer.of(), 'a')).toEqual(['Apple', 'Banana']);
    expect(await readPdf(last?.bytes ?? Buffer.of(), 'b')).toEqual(['Date']);
    expect(JSON.stringify(test.model.requests[0]?.messages)).toContain('<page number=\\"3\\">\\nCherry');
  });

  it('ranges that do not fit are told, and the others kept', async () => {
    const test = scene(await fruits, {
      documents: [
        { name: 'good', start_page: 2, end_page: 3 },
        { name: 'outside', start_page: 4, end_page: 5 },
        { name: 'backwards', start_page: 4, end_page: 2 },
        { name: 'again', start_page: 3, end_page: 4 },
      ],
    });
    const { document_count, skipped } = await splitPdf.run({ file_url: 'in.pdf', prompt: 'x' }, test.context);
    expect(document_count).toBe(1);
    expect(skipped.map(({ name, reason }) => `${name}: ${reason}`)).toEqual([
      'outside: The file has pages 1 to 4.',
      'backwards: It ends before it begins.',
      'again: Its pages are part of `good`.',
    ]);
  });

  it('fails when no range fits', async () => {
    const test = scene(await fruits, { documents: [{ name: 'x', start_page: 0, end_page: 1 }] });
    await expect(splitPdf.run({ file_url: 'in.pdf', prompt: 'x' }, test.context)).rejects.toThrow(
      'none of the 1 proposed ranges fits its 4 pages',
    );
    expect(made(test)).toEqual([]);
  });

  it('what is no PDF is refused as unreadable, without a call', async () => {
    const test = scene('a,b', {});
    const error: unknown = await splitPdf
      .run({ file_url: 'in.pdf', prompt: 'x' }, test.context)
      .catch((cause: unknown) => cause);
    expect(RunwrightError.is(error) && error.details.errors).toMatchObject([
      { error_code: 'FILE_PARSER_ERROR' },
    ]);
    expect(test.model.requests).toEqual([]);
  });
});

describe('pdf_fill', () => {
  it('fills in a form, and tells which values did not fit', async () => {
    const fields = [
      { name: 'name', value: 'Ann' },
      { name: 'notes', value: 'Zoë – fine' },
      { name: 'agreed', value: 'true' },
      { name: 'size', value: 'M' },
      { name: 'pay', value: 'card' },
      { name: 'size', value: 'XL' },
      { name: 'name', value: 'much too long a name' },
      { name: 'notes', value: 'Łódź' },
      { name: 'send', value: 'x' },
    ];
    const test = scene(await form(), { fields });
    const given = { file_url: 'in.pdf', prompt: 'Fill it in', payload: { name: 'Ann' } };
    const output = await pdfFill.run(given, test.context);
    expect(output).toMatchObject({
      fill_mode: 'form',
      file_name: 'in_filled.pdf',
      overflowed_placements: [],
    });
    expect(output.fields).toEqual(fields.slice(0, 5));
    expect(output.skipped_fields).toEqual([
      { name: 'size', reason: '`XL` is none of its options.' },
      { name: 'name', reason: 'It takes at most 10 characters.' },
      { name: 'notes', reason: 'Its font has no `Ł`.' },
      { name: 'send', reason: 'The form has no such field.' },
    ]);
    const filled = (await PDFDocument.load(made(test)[0]?.bytes ?? '')).getForm();
    expect(filled.getTextField('name').getText()).toBe('Ann');
    expect(filled.getTextField('notes').getText()).toBe('Zoë – fine');
    expect(filled.getCheckBox('agreed').isChecked()).toBe(true);
    expect(filled.getDropdown('size').getSelected()).toEqual(['M']);
    expect(filled.getRadioGroup('pay').getSelected()).toBe('card');
    const asked = JSON.stringify(test.model.requests[0]?.messages);
    expect(asked).toContain('{\\\\\\"name\\\\\\":\\\\\\"Ann\\\\\\"}'.replaceAll('\\\\\\', '\\'));
    expect(asked).not.toContain('send');
  });

  it('writes onto the pages of a file without a form', async () => {
    const place = (text: string, more: object = {}) => ({
      page: 1,
      x: 80,
      y: 350,
      text,
      size: 12,
      max_width: 200,
      ...more,
    });
    const test = scene(await pages('Name:'), {
      placements: [
        place('Ann'),
        place('a text that is far too long for its room', { y: 300, max_width: 20 }),
        place('elsewhere', { page: 2 }),
        place('outside', { x: 301 }),
        place('Ł'),
      ],
    });
    const output = await pdfFill.run({ file_url: 'in.pdf', prompt: 'Fill it in' }, test.context);
    expect(output.fill_mode).toBe('overlay');
    expect(output.fields.map(({ name, value }) => `${name} ${value}`)).toEqual([
      'page_1 Ann',
      'page_1 a text that is far too long for its room',
    ]);
    expect(output.overflowed_placements).toHaveLength(1);
    expect(output.skipped_fields).toEqual([
      { name: 'elsewhere', reason: 'The file has 1 pages.' },
      { name: 'outside', reason: 'It lies outside of the page.' },
      { name: 'Ł', reason: 'Its font has no `Ł`.' },
    ]);
    expect((await readPdf(made(test)[0]?.bytes ?? Buffer.of(), 'a'))[0]).toContain('Ann');
    expect(JSON.stringify(test.model.requests[0]?.messages)).toContain('Name:');
  });

  it('fails when there is nothing to write', async () => {
    const test = scene(await form(), { fields: [{ name: 'unknown', value: 'x' }] });
    await expect(pdfFill.run({ file_url: 'in.pdf', prompt: 'x' }, test.context)).rejects.toThrow(
      'there is nothing to write (1 values did not fit)',
    );
    expect(made(test)).toEqual([]);
  });

  it('a file with a password is refused', async () => {
    const locked = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[]/Count 0>> endobj
3 0 obj <</Filter/Standard/V 1/R 2/P -4/O <${'41'.repeat(32)}>/U <${'42'.repeat(32)}>>> endobj
trailer <</Root 1 0 R/Encrypt 3 0 R/ID[<01><01>]>>
%%EOF`;
    const test = scene(locked, {});
    await expect(pdfFill.run({ file_url: 'in.pdf', prompt: 'x' }, test.context)).rejects.toThrow(
      'protected with a password',
    );
  });
});

it.each([
  ['split_pdf', splitPdf, { documents: [{ name: 'a', start_page: 1, end_page: 1 }] }],
  ['pdf_fill', pdfFill, { fields: [{ name: 'name', value: 'Ann' }] }],
] as const)(
  '%s asks the model that its `llm_key` names, and without one that of the run',
  async (_type, block, answer) => {
    const names: unknown[] = [];
    for (const llm_key of ['small', null]) {
      const { context } = scene(await form(), answer);
      const model: typeof context.model = (purpose, options) => {
        names.push(options?.name);
        return context.model(purpose);
      };
      await block.run({ file_url: 'in.pdf', prompt: 'p', llm_key } as never, { ...context, model });
    }
    expect(names).toEqual(['small', null]);
  },
);
