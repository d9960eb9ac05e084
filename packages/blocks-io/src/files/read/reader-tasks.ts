import type { DrawTextResult, Placement } from '../pdf/draw-text.ts';
import type { FieldValue, FillFormResult, FormField } from '../pdf/form-fields.ts';
import type { PageRange } from '../pdf/page-ranges.ts';
import type { PageLayout } from './pdf.ts';
import type { Row } from './rows.ts';
import type { ZipEntry } from './zip.ts';

/** A file that is read whole, as a reader process gets it. */
interface WholeFile {
  readonly bytes: Uint8Array;
  readonly name: string;
}

/** An archive; the reader process asks for the ranges of bytes that it needs. */
interface ArchiveFile {
  /** Bytes. */
  readonly size: number;
  readonly name: string;
}

/** Kinds of tasks of a reader process, each with its input and its result. */
export interface ReaderTasks {
  /** `charset`: that of the file's content type; null detects it from the content. */
  readonly csv: readonly [WholeFile & { readonly charset: string | null }, readonly Row[]];
  readonly excel: readonly [WholeFile, readonly Row[]];
  readonly docx: readonly [WholeFile, string];
  readonly pdf: readonly [WholeFile, readonly string[]];
  readonly layout: readonly [WholeFile, readonly PageLayout[]];
  /** Names of the entries of an archive, as they are written. */
  readonly names: readonly [ArchiveFile, readonly string[]];
  /** Opens an archive for `part`. */
  readonly entries: readonly [ArchiveFile, readonly ZipEntry[]];
  /** The next bytes of the entry at an index; null at its end. */
  readonly part: readonly [{ readonly entry: number }, Uint8Array | null];
  /** Opens a PDF for `form`, `fill`, `draw`, `cut` and `save`. */
  readonly edit: readonly [WholeFile, { readonly pageCount: number }];
  readonly form: readonly [object, readonly FormField[]];
  readonly fill: readonly [{ readonly values: readonly FieldValue[] }, FillFormResult];
  readonly draw: readonly [{ readonly placements: readonly Placement[] }, DrawTextResult];
  /** A range of pages as a PDF. */
  readonly cut: readonly [Pick<PageRange, 'start_page' | 'end_page'>, Uint8Array];
  readonly save: readonly [object, Uint8Array];
}

export type ReaderTaskKind = keyof ReaderTasks;

/** A task as it is sent to a reader process. */
export type ReaderTask<K extends ReaderTaskKind = ReaderTaskKind> = {
  readonly [Kind in K]: { readonly kind: Kind } & ReaderTasks[Kind][0];
}[K];

/** Messages to a reader process: a task, or the bytes that it asked for. */
export type ReaderRequest =
  | { readonly type: 'task'; readonly task: ReaderTask }
  | { readonly type: 'bytes'; readonly bytes: Uint8Array };

/**
 * Messages of a reader process: the result of the task, as JSON text or as bytes, its failure, or a range of bytes of the
 * archive that it asks for. A result that is a list comes in several messages, because to parse a large one takes longer than one turn of
 * the event loop should. `isSentence` is true when `message` is written for users.
 */
export type ReaderAnswer =
  | { readonly type: 'json'; readonly text: string }
  | { readonly type: 'items'; readonly text: string; readonly isLast: boolean }
  | { readonly type: 'bytes'; readonly bytes: Uint8Array | null }
  | { readonly type: 'failed'; readonly message: string; readonly isSentence: boolean }
  | { readonly type: 'read'; readonly start: number; readonly end: number };
