import type { Artifact } from '@runwright/contract';
import type { ReadOptions } from './read-options.ts';

/** Artifacts of runs. */
export interface ArtifactsApi {
  get(organizationId: string, artifactId: string): Promise<Artifact>;
  /** All bytes at once, in memory. Throws `not_found` when they are gone. */
  content(artifact: Artifact): Promise<Uint8Array>;
  /** A range of the bytes in parts of at most 64 KiB, read as they are asked for. Throws `not_found` when they are gone. */
  open(artifact: Artifact, options?: ReadOptions): Promise<AsyncIterable<Uint8Array>>;
}
