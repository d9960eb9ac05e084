import type { ArtifactStore } from '../artifact.ts';
import type { StoredFile } from '../file.ts';

/** Files of runs; their bytes are in the {@link ArtifactStore}. */
export interface FileRepository {
  /** Throws `conflict` when the id exists. */
  add(file: StoredFile): Promise<void>;
  get(organizationId: string, fileId: string): Promise<StoredFile | null>;
  /** Removes a row and answers it; null when unknown. */
  delete(organizationId: string, fileId: string): Promise<StoredFile | null>;
  /** Downloads of a run, oldest first. */
  list(organizationId: string, runId: string): Promise<readonly StoredFile[]>;
}
