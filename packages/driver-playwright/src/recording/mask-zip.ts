import { buffer } from 'node:stream/consumers';
import { openPromise } from 'yauzl';
import { ZipFile } from 'yazl';

/** Names of entries that are text. Others cannot be masked. */
const textEntry = /\.(trace|network|stacks|html?|css|m?js|json|txt|svg|xml)$/i;

/**
 * Copies the text entries of a ZIP, each masked by its name and text. Null when its entries are longer than `maximumBytes`
 * together.
 */
export async function maskZip(
  path: string,
  maximumBytes: number,
  mask: (name: string, text: string) => string,
): Promise<Uint8Array | null> {
  const archive = await openPromise(path, { autoClose: false });
  try {
    const masked = new ZipFile();
    let size = 0;
    for await (const entry of archive.eachEntry()) {
      if (!textEntry.test(entry.fileName)) continue;
      size += entry.uncompressedSize;
      if (size > maximumBytes) return null;
      const bytes = await buffer(await archive.openReadStreamPromise(entry));
      masked.addBuffer(Buffer.from(mask(entry.fileName, bytes.toString('utf8'))), entry.fileName);
    }
    masked.end();
    return Uint8Array.from(await buffer(masked.outputStream));
  } finally {
    archive.close();
  }
}
