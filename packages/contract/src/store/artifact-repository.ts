import type { Artifact, ArtifactStore, ArtifactType } from '../artifact.ts';

/** Artifacts of runs; their bytes are in the {@link ArtifactStore}. */
export interface ArtifactRepository {
  add(artifact: Artifact): Promise<void>;
  get(organizationId: string, artifactId: string): Promise<Artifact | null>;
  /** Oldest first. */
  list(
    organizationId: string,
    runId: string,
    options?: { readonly types?: readonly ArtifactType[] },
  ): Promise<readonly Artifact[]>;
}
