import type { Artifact } from '@runwright/contract';
import type { ReadOptions, UrlOptions } from './read-options.ts';

/** Artifacts of runs. */
export interface ArtifactsApi {
  get(organizationId: string, artifactId: string): Promise<Artifact>;
  /** All bytes at once, in memory. Throws `not_found` when they are gone. */
  content(artifact: Artifact): Promise<Uint8Array>;
  /** A range of the bytes in parts of at most 64 KiB, read as they are asked for. Throws `not_found` when they are gone. */
  open(artifact: Artifact, options?: ReadOptions): Promise<AsyncIterable<Uint8Array>>;
  /**
   * Returns a URL of the artifact store at which whoever has it reads the bytes, until it expires; null when the store makes
   * none. It is a secret: keep it out of logs. Throws `not_found` when the bytes are gone.
   */
  presign(artifact: Artifact, options: UrlOptions): Promise<string | null>;
}
