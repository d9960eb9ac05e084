import type { ByteRange, PresignOptions } from '@runwright/contract';

/** The range of bytes of a stored file or artifact to read, and a signal. */
export interface ReadOptions extends ByteRange {
  /** Ends the reading with `canceled`. Default: nothing does. */
  readonly signal?: AbortSignal;
}

/** What a URL of the artifact store answers with, how long it may work, and a signal. */
export interface UrlOptions extends Omit<PresignOptions, 'contentType' | 'signal'> {
  /** Ends the signing with `canceled`. Default: nothing does. */
  readonly signal?: AbortSignal;
}
