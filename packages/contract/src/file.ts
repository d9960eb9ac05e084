import { type Static, Type } from 'typebox';
import type { BrowserDownloads } from './download.ts';
import type { ByteSource, StoredObject } from './stored-object.ts';

/** A file of a run as block outputs and run records show it; nothing in it is a path of the host. */
export const RunFile = Type.Object({
  filename: Type.String({ description: 'Made safe, and unique in the run.' }),
  url: Type.String({ description: 'Signed address of the bytes; good for 12 hours.' }),
  checksum: Type.String({ description: '`sha256:` and the hexadecimal digest of the bytes.' }),
  modified_at: Type.String({ description: 'ISO 8601, UTC.' }),
  file_id: Type.String(),
  file_path: Type.String({ description: '`downloads/` and the name: how later blocks of the run name it.' }),
  file_size: Type.Integer({ description: 'Bytes.' }),
  artifact_uri: Type.String({ description: '`runwright://files/` and the id: names it in every run.' }),
});
export type RunFile = Static<typeof RunFile>;

/** The row of a file that a run brought. */
export interface StoredFile extends StoredObject {
  readonly fileId: string;
  /** The run whose download it is; null for one that was uploaded for any run. */
  readonly runId: string | null;
  /** The attempt that brought it. */
  readonly blockRunId: string | null;
  /** Made safe: one segment, no control characters. */
  readonly name: string;
  /** Source URL without its query; null when a block created the file. */
  readonly sourceUrl: string | null;
}

/** A file to be kept as a download of the run. */
export interface FileDraft {
  /** Requested name: unsafe characters are replaced, and a number is added when the run has a file of that name. */
  readonly name: string;
  /**
   * Text is stored as UTF-8, masked. Bytes are stored unchanged, also those of text files: a file equals its source. Bytes in
   * parts are stored as they arrive, never all in memory; an error of theirs is thrown by `save`.
   */
  readonly content: Uint8Array | string | AsyncIterable<Uint8Array>;
  /** Media type. Default `application/octet-stream`, `text/plain` for text. */
  readonly contentType?: string;
  readonly sourceUrl?: string;
}

/**
 * An opened file. Its bytes are read in parts when they are asked for; `readWhole` reads all of them into memory. It can be
 * read until the attempt ends.
 */
export interface OpenedFile extends ByteSource {
  /** Made safe. */
  readonly name: string;
  /** Media type without parameters; null when nobody told. */
  readonly contentType: string | null;
  /** Charset that the content type named, as a label that `TextDecoder` knows; null or absent when it named none. */
  readonly charset?: string | null;
}

/** A block's way to files. Nothing of it ever reads or writes a path of the host. */
export interface RunFiles {
  /**
   * Downloads of the run, oldest first. `own`: only those of this attempt. `at`: only those that the reference names:
   * `downloads` for all, a name, path or id, or a block's output for what it brought.
   */
  list(options?: { readonly own?: boolean; readonly at?: unknown }): Promise<readonly RunFile[]>;
  /** Keeps a file as a download of the run and of this attempt. The same bytes twice are two files. */
  save(draft: FileDraft): Promise<RunFile>;
  /**
   * Saves a completed download of the attempt's browser as a file of the run. The same bytes twice in an attempt are one file,
   * the first. What a block does not save itself, the engine saves in the same way when the attempt ends. Throws `not_found`
   * when there is no completed download of that id.
   *
   * @param downloads `downloads` of the attempt's session
   * @param options `suffix`: changes the name, see {@link downloadName}
   */
  saveDownload(
    downloads: BrowserDownloads,
    id: string,
    options?: { readonly suffix?: string | null },
  ): Promise<RunFile>;
  /**
   * Opens what a user named: an address (downloaded through `fetch`), an artifact URI, a file of this run by name, path or id,
   * the word `downloads` (the newest one), or a block's output (its first file); see {@link fileReference}. Throws
   * `not_found` when there is no such file, `invalid_input` for what names none, such as a path of the host, and
   * `block_failed` with the code `file_too_large` beyond `maxBytes`.
   */
  open(reference: unknown, options: { readonly maxBytes: number }): Promise<OpenedFile>;
}
