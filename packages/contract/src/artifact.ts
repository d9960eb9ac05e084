import { type Static, Type } from 'typebox';
import type { ByteRange, StoredObject } from './stored-object.ts';

/** Kinds of artifacts (service API). */
export const ArtifactType = Type.Enum([
  'recording',
  'browser_console_log',
  'service_log',
  'service_log_raw',
  'screenshot',
  'screenshot_llm',
  'screenshot_action',
  'screenshot_final',
  'llm_prompt',
  'llm_request',
  'llm_response',
  'llm_response_parsed',
  'llm_response_rendered',
  'visible_elements_id_css_map',
  'visible_elements_id_frame_map',
  'visible_elements_tree',
  'visible_elements_tree_trimmed',
  'visible_elements_tree_in_prompt',
  'hashed_href_map',
  'visible_elements_id_xpath_map',
  'html',
  'html_scrape',
  'html_action',
  'trace',
  'har',
  'script_file',
  'pdf',
  // Of runs that are recorded for a replay; not in the service API.
  'cassette_run',
  'cassette_call',
  'cassette_network',
]);
export type ArtifactType = Static<typeof ArtifactType>;

/** Artifact that a block saves. Text is stored as UTF-8, with secrets masked; bytes are stored unchanged. */
export interface ArtifactDraft {
  readonly type: ArtifactType;
  readonly content: Uint8Array | string;
  /** Media type; default by `type` (PNG for screenshots, HTML, plain text, else JSON). */
  readonly contentType?: string;
  /** Step, action or thought it belongs to. */
  readonly stepId?: string;
  readonly actionId?: string;
  readonly thoughtId?: string;
}

/** A stored artifact, by id. */
export interface ArtifactRef {
  readonly artifactId: string;
  readonly type: ArtifactType;
}

/** An artifact that a block has saved, with the URL at which people open it for a time. */
export interface SavedArtifact extends ArtifactRef {
  readonly url: string;
}

/** The row of an artifact. */
export interface Artifact extends ArtifactRef, StoredObject {
  readonly runId: string;
  readonly workflowRunId: string;
  readonly blockRunId: string | null;
  readonly stepId: string | null;
  readonly actionId: string | null;
  readonly thoughtId: string | null;
}

/** Largest part, in bytes, that {@link ArtifactStore.open} yields. */
export const maxPartBytes = 64 * 1024;

/** What a presigned URL answers with, and for how long. */
export interface PresignOptions {
  /** Value of `Content-Type`. */
  readonly contentType: string;
  /** Value of `Content-Disposition`. Default: none, so that a browser shows the types that it knows. */
  readonly contentDisposition?: string;
  /** Value of `Cache-Control`. */
  readonly cacheControl: string;
  /** Seconds after which the URL may not work any more; the driver may give it less. */
  readonly maxSeconds: number;
  readonly signal: AbortSignal;
}

/** Keeps bytes under generated keys (`a-z A-Z 0-9 _ - /`); knows nothing of runs. */
export interface ArtifactStore {
  readonly specVersion: 'v1';
  /**
   * Stores the bytes; a second put under the same key replaces them. Durable when it resolves. Bytes that come in parts are
   * stored as they come, without holding all of them in memory; when the parts end with an error nothing is changed,
   * and a `RunwrightError` of theirs is passed on.
   */
  put(
    key: string,
    bytes: Uint8Array | AsyncIterable<Uint8Array>,
    options: { readonly signal: AbortSignal },
  ): Promise<void>;
  /** All bytes, or null when nothing stands under the key. Only for bytes whose size is known to be small. */
  get(key: string, options: { readonly signal: AbortSignal }): Promise<Uint8Array | null>;
  /**
   * Opens a range of the bytes for reading in parts of at most {@link maxPartBytes}, or returns null when nothing
   * stands under the key. It can be read once. A part is read when it is asked for, all parts are of one put, and nothing
   * stays open after the last part, after an error, or when the reader stops early; what is never read is never opened.
   * Throws `invalid_input` for a range that is none, `canceled` at the next part once the signal is aborted.
   */
  open(
    key: string,
    options: ByteRange & { readonly signal: AbortSignal },
  ): Promise<AsyncIterable<Uint8Array> | null>;
  /**
   * Returns a URL at which whoever has it reads the bytes by GET, whole or in ranges, without the process that made it, or
   * null when nothing stands under the key. The headers that are asked for are part of the signature. Absent: bytes go
   * through the process.
   */
  presign?(key: string, options: PresignOptions): Promise<string | null>;
  /** All keys, in any order; keys that are put meanwhile may be missing. Absent: its artifacts cannot be copied elsewhere. */
  keys?(options: { readonly signal: AbortSignal }): AsyncIterable<string>;
  /**
   * Bytes that it can hold in all, such as the size of its disk; organizations that share it get equal shares by it. Absent: any number.
   */
  capacity?(): Promise<number>;
  /** Removes one key; a missing one is no error. */
  remove(key: string, options: { readonly signal: AbortSignal }): Promise<void>;
  close(): Promise<void>;
}
