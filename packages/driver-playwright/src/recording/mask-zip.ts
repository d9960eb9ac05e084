import { buffer } from 'node:stream/consumers';
import { type Entry, openPromise } from 'yauzl';
import { ZipFile } from 'yazl';

/** How the entries of a ZIP are masked. */
export interface ZipMask {
  /** Returns the place of an entry: those with lower numbers are masked first. */
  rank(name: string): number;
  mask(name: string, text: string): string | null;
}

/** Names of entries that are text. Others cannot be masked. */
const textEntry = /\.(trace|network|stacks|html?|css|m?js|json|txt|svg|xml)$/i;

/**
 * Copies the text entries of a ZIP in the order of `rank`, each masked by its name and text; those that `mask` makes null are left
 * out. Null when its entries are longer than `maximumBytes` together.
 */
export async function maskZip(
  path: string,
  maximumBytes: number,
  { rank, mask }: ZipMask,
): Promise<Uint8Array | null> {
  const archive = await openPromise(path, { autoClose: false });
  try {
    const masked = new ZipFile();
    const entries: Entry[] = [];
    let size = 0;
    for await (const entry of archive.eachEntry()) {
      if (!textEntry.test(entry.fileName)) continue;
      size += entry.uncompressedSize;
      if (size > maximumBytes) return null;
      entries.push(entry);
    }
    for (const entry of entries.sort((one, other) => rank(one.fileName) - rank(other.fileName))) {
      const bytes = await buffer(await archive.openReadStreamPromise(entry));
      const text = mask(entry.fileName, bytes.toString('utf8'));
      if (text !== null) masked.addBuffer(Buffer.from(text), entry.fileName);
    }
    masked.end();
    return Uint8Array.from(await buffer(masked.outputStream));
  } finally {
    archive.close();
  }
}
