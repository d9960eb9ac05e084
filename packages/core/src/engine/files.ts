import { type ArtifactStore, RunwrightError } from '@runwright/contract';
import type { Engine, ReadOptions } from '../api/engine.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { toRunFile } from '../files/run-files.ts';

/** The artifacts of runs, as a host reads them. */
export function createArtifacts(deps: Pick<EngineDeps, 'store' | 'artifacts'>): Engine['artifacts'] {
  return {
    async get(organizationId, artifactId) {
      const artifact = await deps.store.artifacts.get(organizationId, artifactId);
      if (artifact === null) throw new RunwrightError('not_found', `Artifact ${artifactId} not found`);
      return artifact;
    },
    content: (artifact) => whole(deps.artifacts, artifact.key, `artifact ${artifact.artifactId}`),
    open: (artifact, options) =>
      opened(deps.artifacts, artifact.key, `artifact ${artifact.artifactId}`, options),
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
    content: (file) => whole(deps.artifacts, file.key, `file ${file.fileId}`),
    open: (file, options) => opened(deps.artifacts, file.key, `file ${file.fileId}`, options),
  };
}

async function whole(artifacts: ArtifactStore, key: string, name: string): Promise<Uint8Array> {
  const { signal } = new AbortController();
  const bytes = await artifacts.get(key, { signal });
  if (bytes === null) throw gone(name);
  return bytes;
}

async function opened(artifacts: ArtifactStore, key: string, name: string, options: ReadOptions = {}) {
  const { signal } = new AbortController();
  const parts = await artifacts.open(key, { signal, ...options });
  if (parts === null) throw gone(name);
  return parts;
}

function gone(name: string): RunwrightError {
  return new RunwrightError('not_found', `The content of ${name} is gone`);
}
