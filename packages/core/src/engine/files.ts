import { type ArtifactStore, RunwrightError, readWhole, type StoredObject } from '@runwright/contract';
import type { Engine } from '../api/engine.ts';
import type { ReadOptions } from '../api/read-options.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { toRunFile } from '../files/run-files.ts';
import { openObject } from '../files/store-object.ts';

/** The artifacts of runs, as a host reads them. */
export function createArtifacts(deps: Pick<EngineDeps, 'store' | 'artifacts'>): Engine['artifacts'] {
  return {
    async get(organizationId, artifactId) {
      const artifact = await deps.store.artifacts.get(organizationId, artifactId);
      if (artifact === null) throw new RunwrightError('not_found', `Artifact ${artifactId} not found`);
      return artifact;
    },
    content: (artifact) => whole(deps.artifacts, artifact, `artifact ${artifact.artifactId}`),
    open: (artifact, options) => opened(deps.artifacts, artifact, `artifact ${artifact.artifactId}`, options),
  };
}

/** The files of runs, as a host reads them. */
export function createFiles(deps: Pick<EngineDeps, 'store' | 'artifacts' | 'links'>): Engine['files'] {
  return {
    async get(organizationId, fileId) {
      const file = await deps.store.files.get(organizationId, fileId);
      if (file === null) throw new RunwrightError('not_found', `File ${fileId} not found`);
      return file;
    },
    async ofRun(organizationId, runId) {
      const files = await deps.store.files.list(organizationId, runId);
      return files.map((file) => toRunFile(file, deps.links));
    },
    content: (file) => whole(deps.artifacts, file, `file ${file.fileId}`),
    open: (file, options) => opened(deps.artifacts, file, `file ${file.fileId}`, options),
  };
}

/** Reads all bytes; the row tells their size. */
function whole(artifacts: ArtifactStore, object: StoredObject, called: string): Promise<Uint8Array> {
  const { signal } = new AbortController();
  const read = async function* () {
    yield* await openObject(artifacts, object, called, { signal });
  };
  return readWhole({ size: object.size, read });
}

function opened(artifacts: ArtifactStore, object: StoredObject, called: string, options: ReadOptions = {}) {
  const { signal } = new AbortController();
  return openObject(artifacts, object, called, { signal, ...options });
}
