import {
  type ArtifactStore,
  notFound,
  type RunwrightError,
  readWhole,
  type StoredFile,
  type StoredObject,
} from '@runwright/contract';
import type { Engine } from '../api/engine.ts';
import type { ReadOptions, UrlOptions } from '../api/read-options.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { cleanFileName } from '../files/file-name.ts';
import { toRunFile } from '../files/run-files.ts';
import { contentGone, openObject, storeObject } from '../files/store-object.ts';
import { readBlockTaskId } from '../runtime/block-task-id.ts';

/** The artifacts of runs, as a host reads them. */
export function createArtifacts(deps: Pick<EngineDeps, 'store' | 'artifacts'>): Engine['artifacts'] {
  return {
    async get(organizationId, artifactId) {
      const artifact = await deps.store.artifacts.get(organizationId, artifactId);
      if (artifact === null) throw notFound('Artifact', artifactId);
      return artifact;
    },
    content: (artifact) => whole(deps.artifacts, artifact, `artifact ${artifact.artifactId}`),
    open: (artifact, options) => opened(deps.artifacts, artifact, `artifact ${artifact.artifactId}`, options),
    presign: (artifact, options) =>
      presigned(deps.artifacts, artifact, `artifact ${artifact.artifactId}`, options),
  };
}

/** The files of runs, and those that are uploaded for runs. */
export function createFiles(
  deps: Pick<EngineDeps, 'store' | 'artifacts' | 'storage' | 'links' | 'clock' | 'makeId'>,
): Engine['files'] {
  const { store, artifacts, storage, clock, makeId } = deps;
  return {
    async upload(organizationId, { name, content, contentType }) {
      const fileId = makeId('f');
      const stored = await storeObject(content, fileId, {
        artifacts,
        storage,
        run: { organizationId, runId: 'uploads' },
        mask: (text) => text,
        signal: new AbortController().signal,
      });
      const file: StoredFile = {
        ...stored,
        fileId,
        runId: null,
        blockRunId: null,
        name: cleanFileName(name),
        contentType: contentType ?? (typeof content === 'string' ? 'text/plain' : 'application/octet-stream'),
        sourceUrl: null,
        createdAt: clock.now(),
      };
      await store.files.add(file);
      return file;
    },
    async delete(organizationId, fileId) {
      const file = await store.files.delete(organizationId, fileId);
      if (file === null) throw unknownFile(fileId);
      await artifacts.remove(file.key, { signal: new AbortController().signal });
    },
    async get(organizationId, fileId) {
      const file = await deps.store.files.get(organizationId, fileId);
      if (file === null) throw unknownFile(fileId);
      return file;
    },
    async ofRun(organizationId, runId) {
      const task = readBlockTaskId(runId);
      const owner = task && (await deps.store.runs.get(organizationId, task.workflowRunId));
      const files = await deps.store.files.list(organizationId, owner?.runId ?? runId);
      const shown = task ? files.filter(({ blockRunId }) => blockRunId === task.blockRunId) : files;
      return shown.map((file) => toRunFile(file, deps.links));
    },
    content: (file) => whole(deps.artifacts, file, `file ${file.fileId}`),
    open: (file, options) => opened(deps.artifacts, file, `file ${file.fileId}`, options),
    presign: (file, options) => presigned(deps.artifacts, file, `file ${file.fileId}`, options),
  };
}

function unknownFile(fileId: string): RunwrightError {
  return notFound('File', fileId);
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

async function presigned(
  artifacts: ArtifactStore,
  { key, contentType }: StoredObject,
  called: string,
  options: UrlOptions,
): Promise<string | null> {
  if (!artifacts.presign) return null;
  const { signal } = new AbortController();
  const url = await artifacts.presign(key, { signal, ...options, contentType });
  if (url === null) throw contentGone(called);
  return url;
}
