import { Buffer } from 'node:buffer';
import { buffer } from 'node:stream/consumers';
import { Document, Packer, Paragraph } from 'docx';
import fc from 'fast-check';
import { PDFDocument } from 'pdf-lib';
import writeExcel from 'write-excel-file/node';
import { ZipFile } from 'yazl';

/** Makes a sound file of each kind that a parser reads. */
export const soundFiles = {
  async zip(): Promise<Buffer> {
    const archive = new ZipFile();
    for (const name of ['a.txt', 'b/c.txt']) archive.addBuffer(Buffer.from(`${name} `.repeat(500)), name);
    archive.addBuffer(Buffer.from('stored'), 'd.txt', { compress: false });
    archive.end();
    return buffer(archive.outputStream);
  },
  excel(): Promise<Buffer> {
    return writeExcel([
      [{ value: 'id' }, { value: 'due' }],
      [{ value: 1.5 }, { value: new Date('2026-01-02T00:00:00Z'), format: 'yyyy-mm-dd' }],
    ]).toBuffer();
  },
  docx(): Promise<Buffer> {
    const children = [new Paragraph('Hello'), new Paragraph('Wörld')];
    return Packer.toBuffer(new Document({ sections: [{ children }] }));
  },
  async pdf(): Promise<Buffer> {
    const pdf = await PDFDocument.create();
    for (const text of ['First page', 'Second page']) pdf.addPage().drawText(text);
    pdf.getForm().createTextField('name').addToPage(pdf.getPage(0), { x: 20, y: 20 });
    return Buffer.from(await pdf.save({ useObjectStreams: false }));
  },
  async csv(): Promise<Buffer> {
    return Buffer.from('id,name\r\n1,"Ann, B."\r\n2,"line\nbreak"\r\n3;x\t|""\r\n');
  },
};

/** Numbers that sizes, offsets and counts lie with. */
const lies = [0, 1, 0x7f, 0xff, 0xffff, 0x7fff_ffff, 0xffff_fff0, 0xffff_ffff];

type Damage = (bytes: Buffer) => Buffer;

/** Damage to bytes: some are cut off, changed, replaced by a number that lies, repeated, or many are put in. */
const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }).map(
    (at): Damage =>
      (bytes) =>
        bytes.subarray(0, place(at, bytes)),
  ),
  fc
    .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 255 }))
    .map(([at, byte]) =>
      changed((bytes) => bytes.fill(byte, place(at, bytes), Math.min(place(at, bytes) + 1, bytes.length))),
    ),
  fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(...lies)).map(([at, lie]) =>
    changed((bytes) => {
      if (bytes.length >= 4) bytes.writeUInt32LE(lie, Math.min(place(at, bytes), bytes.length - 4));
    }),
  ),
  fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })).map(
    ([from, to]): Damage =>
      (bytes) => {
        const [start = 0, end = 0] = [place(from, bytes), place(to, bytes)].sort((a, b) => a - b);
        return Buffer.concat([bytes.subarray(0, end), bytes.subarray(start)]);
      },
  ),
  fc
    .tuple(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom('\0', 'a', ',', '"', '\n', '<', '(', '[', '%'),
      fc.constantFrom(10, 5_000, 100_000),
    )
    .map(
      ([at, sign, count]): Damage =>
        (bytes) => {
          const cut = place(at, bytes);
          return Buffer.concat([bytes.subarray(0, cut), Buffer.alloc(count, sign), bytes.subarray(cut)]);
        },
    ),
);

/** Files that are made of a sound one by one to four kinds of damage. */
export function damaged(sound: Buffer): fc.Arbitrary<Buffer> {
  return fc
    .array(damage, { minLength: 1, maxLength: 4 })
    .map((steps) => steps.reduce((bytes, step) => step(bytes), sound));
}

const place = (at: number, bytes: Buffer) => Math.floor(at * bytes.length);

function changed(change: (bytes: Buffer) => void): Damage {
  return (bytes) => {
    const copy = Buffer.from(bytes);
    change(copy);
    return copy;
  };
}
