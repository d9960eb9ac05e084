import type { ArtifactType } from './artifact.ts';

/** Kinds of recordings of an open browser. */
export interface RecordOptions {
  /** A video of the tab that is worked on. Fields that hold a secret are painted over. Default false. */
  readonly video?: boolean;
  /** The requests of all pages as HTTP Archive 1.2, without the bodies of answers. Default false. */
  readonly har?: boolean;
  /** Console messages and uncaught errors of pages. Default false. */
  readonly console?: boolean;
  /**
   * A trace of the driver's own tool, with the documents of all pages. Texts in it are masked, but it shows more of the
   * pages than anything else that is kept. Default false.
   */
  readonly trace?: boolean;
}

/** Something that was recorded. */
export interface Recording {
  readonly type: Extract<
    ArtifactType,
    'recording' | 'har' | 'browser_console_log' | 'trace' | 'cassette_network'
  >;
  /** Secrets that the browser was given are masked. */
  readonly content: Uint8Array | string;
  /** Media type. */
  readonly contentType: string;
}
