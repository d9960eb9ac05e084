import { Buffer } from 'node:buffer';
import { crc32, deflateRawSync } from 'node:zlib';

/** Fields of an entry that tell something else than what the archive has. */
interface Lies {
  readonly name?: string;
  readonly flags?: number;
  readonly method?: number;
  readonly crc?: number;
  readonly compressedSize?: number;
  readonly size?: number;
  readonly offset?: number;
  readonly nameLength?: number;
  readonly extra?: Buffer;
}

/** Fields of the end of the central directory that tell something else than what the archive has. */
interface EndLies {
  readonly entries?: number;
  readonly directoryOffset?: number;
  readonly commentLength?: number;
  readonly disk?: number;
}

/** An entry and its lies in the local header, in the central directory, and in a data descriptor. */
export interface LyingEntry {
  readonly content: Uint8Array;
  readonly name?: string;
  /** Bytes that stand where the deflated content belongs. */
  readonly deflated?: Uint8Array;
  readonly local?: Lies;
  readonly central?: Lies;
  readonly descriptor?: Buffer;
}

/** Writes a ZIP archive with the given headers. */
export function writeLyingZip(entries: readonly LyingEntry[], end: EndLies = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { content, name = 'a.txt', deflated, local = {}, central = {}, descriptor } of entries) {
    const packed = Buffer.from(deflated ?? deflateRawSync(content));
    const truth = { name, compressedSize: packed.length, size: content.length, crc: crc32(content), offset };
    const part = Buffer.concat([
      localHeader({ ...truth, ...local }),
      packed,
      ...(descriptor ? [descriptor] : []),
    ]);
    parts.push(part);
    directory.push(centralHeader({ ...truth, ...central }));
    offset += part.length;
  }
  const table = Buffer.concat(directory);
  const last = Buffer.alloc(22);
  last.writeUInt32LE(0x06054b50, 0);
  last.writeUInt16LE(end.disk ?? 0, 4);
  last.writeUInt16LE(end.entries ?? entries.length, 8);
  last.writeUInt16LE(end.entries ?? entries.length, 10);
  last.writeUInt32LE(table.length, 12);
  last.writeUInt32LE(end.directoryOffset ?? offset, 16);
  last.writeUInt16LE(end.commentLength ?? 0, 20);
  return Buffer.concat([...parts, table, last]);
}

const mebibyte = Buffer.alloc(1024 * 1024, 'x');
const short = Buffer.from('short content');
/** The Zip64 field of an entry: sizes and offset, of 64 bits each. */
const zip64 = (...values: readonly bigint[]) => {
  const extra = Buffer.alloc(4 + 8 * values.length);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8 * values.length, 2);
  for (const [at, value] of values.entries()) extra.writeBigUInt64LE(value, 4 + 8 * at);
  return extra;
};
const entry = (more: Partial<LyingEntry>): LyingEntry => ({ content: short, ...more });

/** Archives that lie, by what they lie about. */
export const lyingZips: Readonly<Record<string, Buffer>> = {
  'a size that is too small': writeLyingZip([entry({ content: mebibyte, central: { size: 5 } })]),
  'a size of zero': writeLyingZip([entry({ content: mebibyte, central: { size: 0 } })]),
  'a size that is too large': writeLyingZip([entry({ central: { size: 5_000_000 } })]),
  'a packed size that is too small': writeLyingZip([
    entry({ content: mebibyte, central: { compressedSize: 9 } }),
  ]),
  'a packed size of zero': writeLyingZip([entry({ central: { compressedSize: 0 } })]),
  'a packed size beyond the file': writeLyingZip([entry({ central: { compressedSize: 0x7fffffff } })]),
  'sizes in the local header': writeLyingZip([entry({ local: { size: 1, compressedSize: 0xfffffff0 } })]),
  'stored content of another size': writeLyingZip([entry({ central: { method: 0 } })]),
  'stored content beyond the file': writeLyingZip([
    entry({ central: { method: 0, size: 40_000_000, compressedSize: 40_000_000 } }),
  ]),
  'a method that does not exist': writeLyingZip([entry({ central: { method: 99 } })]),
  'content that is not deflated': writeLyingZip([entry({ deflated: Buffer.alloc(4000, 0xff) })]),
  'deflated content that breaks off': writeLyingZip([
    entry({ content: mebibyte, deflated: deflateRawSync(mebibyte).subarray(0, 300) }),
  ]),
  'deflated content that becomes garbage': writeLyingZip([
    entry({
      content: mebibyte,
      deflated: Buffer.concat([
        deflateRawSync(Buffer.from(randomText(60_000))).subarray(0, 30_000),
        Buffer.alloc(999, 0xff),
      ]),
    }),
  ]),
  'entries that overlap': writeLyingZip([
    entry({ name: 'a.txt', content: mebibyte }),
    ...Array.from({ length: 20 }, (_, at) =>
      entry({ name: `${at}.txt`, central: { offset: 0, size: mebibyte.length, compressedSize: 1100 } }),
    ),
  ]),
  'a data descriptor': writeLyingZip([
    entry({ local: { flags: 8, size: 0, compressedSize: 0, crc: 0 }, descriptor: Buffer.alloc(16, 0xee) }),
  ]),
  'Zip64 sizes': writeLyingZip([
    entry({ central: { size: 0xffffffff, compressedSize: 0xffffffff, extra: zip64(2n ** 63n, 2n ** 62n) } }),
  ]),
  'Zip64 sizes that are not there': writeLyingZip([
    entry({ central: { size: 0xffffffff, compressedSize: 0xffffffff, extra: zip64(5n) } }),
  ]),
  'a Zip64 offset': writeLyingZip([
    entry({ central: { offset: 0xffffffff, extra: zip64(0xffff_ffff_ffff_0000n) } }),
  ]),
  'a field that is longer than its header': writeLyingZip([
    entry({ central: { extra: Buffer.from([1, 0, 255, 255]) } }),
  ]),
  'an offset beyond the file': writeLyingZip([entry({ central: { offset: 0xfffffff0 } })]),
  'an offset into the middle of content': writeLyingZip([
    entry({ content: mebibyte, central: { offset: 40 } }),
  ]),
  'a name that is longer than the file': writeLyingZip([entry({ central: { nameLength: 65_000 } })]),
  'a local name that is longer than the file': writeLyingZip([entry({ local: { nameLength: 65_000 } })]),
  'too many entries': writeLyingZip([entry({})], { entries: 60_000 }),
  'an end without entries': writeLyingZip([entry({})], { entries: 0 }),
  'a directory beyond the file': writeLyingZip([entry({})], { directoryOffset: 0xfffffff0 }),
  'a directory at the beginning': writeLyingZip([entry({})], { directoryOffset: 0 }),
  'a comment that is longer than the file': writeLyingZip([entry({})], { commentLength: 60_000 }),
  'another disk': writeLyingZip([entry({})], { disk: 7 }),
  'a checksum': writeLyingZip([entry({ central: { crc: 1 } })]),
  encryption: writeLyingZip([entry({ central: { flags: 1 } })]),
  'strong encryption': writeLyingZip([entry({ central: { flags: 0x41 } })]),
};

/** Text that deflate cannot make much shorter, the same each time. */
function randomText(length: number): string {
  let state = 1;
  return Array.from({ length }, () => {
    state = (state * 48_271) % 0x7fffffff;
    return String.fromCharCode(33 + (state % 90));
  }).join('');
}

type Header = Required<Pick<Lies, 'name' | 'compressedSize' | 'size' | 'crc' | 'offset'>> & Lies;

function localHeader({ name, nameLength, flags = 0, method = 8, crc, compressedSize, size }: Header): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(method, 8);
  header.writeUInt32LE(crc, 14);
  header.writeUInt32LE(compressedSize, 18);
  header.writeUInt32LE(size, 22);
  header.writeUInt16LE(nameLength ?? Buffer.byteLength(name), 26);
  return Buffer.concat([header, Buffer.from(name)]);
}

function centralHeader(fields: Header): Buffer {
  const { name, nameLength, flags = 0, method = 8, extra = Buffer.alloc(0) } = fields;
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(20, 6);
  header.writeUInt16LE(flags, 8);
  header.writeUInt16LE(method, 10);
  header.writeUInt32LE(fields.crc, 16);
  header.writeUInt32LE(fields.compressedSize, 20);
  header.writeUInt32LE(fields.size, 24);
  header.writeUInt16LE(nameLength ?? Buffer.byteLength(name), 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(fields.offset, 42);
  return Buffer.concat([header, Buffer.from(name), extra]);
}
