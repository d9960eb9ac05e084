import type { ByteRange } from '@runwright/contract';

/** The range of bytes of a stored file or artifact to read, and a signal. */
export interface ReadOptions extends ByteRange {
  /** Ends the reading with `canceled`. Default: nothing does. */
  readonly signal?: AbortSignal;
}
