import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The files that a browser has written, each under a name that the browser made up. */
export interface DownloadFolder {
  readonly path: string;
  /** Reads a finished file; one whose bytes are there already is not kept twice. */
  save(name: string): Promise<SavedFile>;
  remove(name: string): Promise<void>;
  open(name: string): AsyncIterable<Uint8Array>;
}

/** A complete file with its checksum. */
export interface SavedFile {
  /** Of the file that holds the bytes. */
  readonly name: string;
  readonly size: number;
  /** `sha256:` and the hexadecimal digest. */
  readonly checksum: string;
}

/** Opens the folder that the browser writes into. */
export function downloadFolder(path: string): DownloadFolder {
  const byChecksum = new Map<string, string>();
  const fileOf = (name: string): string => {
    if (!/^[0-9a-f-]{36}$/.test(name)) throw new Error('a download has a name that the browser did not make');
    return join(path, name);
  };
  const drop = (name: string): Promise<void> => rm(fileOf(name), { force: true });
  return {
    path,
    remove: drop,
    async save(name) {
      const hash = createHash('sha256');
      let size = 0;
      for await (const chunk of createReadStream(fileOf(name))) {
        hash.update(chunk);
        size += chunk.length;
      }
      const checksum = `sha256:${hash.digest('hex')}`;
      const same = byChecksum.get(checksum);
      if (same !== undefined) await drop(name);
      else byChecksum.set(checksum, name);
      return { name: same ?? name, size, checksum };
    },
    open: (name) => createReadStream(fileOf(name)),
  };
}
