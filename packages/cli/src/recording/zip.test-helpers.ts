import { crc32, deflateRawSync } from 'node:zlib';

/** Creates a ZIP archive with one file. `damage` changes its compressed bytes. */
export function zipWithFile(name: string, text: string, damage = (bytes: Buffer) => bytes): Buffer {
  const packed = deflateRawSync(text);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(crc32(text), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(Buffer.byteLength(text), 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), damage(packed)]);
  const made = Buffer.from([20, 0]);
  const entry = Buffer.concat([Buffer.from('PK\x01\x02'), made, common, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, entry, end]);
}
