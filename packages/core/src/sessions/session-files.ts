import {
  type Artifact,
  type BrowserSession,
  downloadDraft,
  type Recording,
  type StoredFile,
} from '@runwright/contract';
import type { EngineDeps } from '../engine-deps.ts';
import { cleanFileName } from '../files/file-name.ts';
import { storeObject } from '../files/store-object.ts';

type FileDeps = Pick<EngineDeps, 'store' | 'artifacts' | 'storage' | 'clock' | 'makeId'>;
interface Place {
  readonly organizationId: string;
  readonly browserSessionId: string;
}

/** Returns the folder of a session's downloads in the artifact store. */
export function downloadFolder(browserSessionId: string): string {
  return `sessions/${browserSessionId}/downloads`;
}

/**
 * Creates the function that stores what the pages of a session have downloaded since its last call, as files under the id
 * of the session. A file that cannot be stored is tried again at the next call.
 */
export function downloadKeeper(deps: FileDeps, place: Place, session: BrowserSession): () => Promise<void> {
  const kept = new Set<string>();
  return async () => {
    const { downloads } = session;
    if (!downloads) return;
    for (const { id, status } of downloads.list()) {
      if (status !== 'completed' || kept.has(id)) continue;
      const { content, name, contentType, sourceUrl } = downloadDraft(downloads, id, {});
      const fileId = deps.makeId('f');
      const file: StoredFile = {
        fileId,
        ...(await storeObject(content, fileId, {
          ...stored(deps, place),
          key: `${downloadFolder(place.browserSessionId)}/${fileId}`,
        })),
        runId: place.browserSessionId,
        blockRunId: null,
        name: cleanFileName(name),
        contentType: contentType ?? 'application/octet-stream',
        sourceUrl: sourceUrl ?? null,
        createdAt: deps.clock.now(),
      };
      await deps.store.files.add(file);
      kept.add(id);
    }
  };
}

/** Stores a recording of a session as an artifact under its id. */
export async function keepRecording(deps: FileDeps, place: Place, recording: Recording): Promise<void> {
  const artifactId = deps.makeId('a');
  const artifact: Artifact = {
    artifactId,
    type: recording.type,
    ...(await storeObject(recording.content, artifactId, stored(deps, place))),
    runId: place.browserSessionId,
    workflowRunId: place.browserSessionId,
    blockRunId: null,
    stepId: null,
    actionId: null,
    thoughtId: null,
    contentType: recording.contentType,
    createdAt: deps.clock.now(),
  };
  await deps.store.artifacts.add(artifact);
}

function stored({ artifacts, storage }: FileDeps, { organizationId, browserSessionId }: Place) {
  // The driver has masked what it recorded.
  const mask = (text: string): string => text;
  return {
    artifacts,
    storage,
    run: { organizationId, runId: browserSessionId },
    mask,
    signal: new AbortController().signal,
  };
}
