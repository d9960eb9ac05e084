import {
  type ArtifactStore,
  type Clock,
  type Run,
  type ScriptRevision,
  type Store,
  scriptFileBytes,
} from '@runwright/contract';
import type { OrganizationStorage } from '../files/organization-storage.ts';
import { storeObject } from '../files/store-object.ts';
import type { MakeId } from '../runtime/ids.ts';

/** Where the files of scripts are stored as artifacts. */
export interface ScriptArtifactDeps {
  readonly store: Pick<Store, 'artifacts'>;
  readonly artifacts: Pick<ArtifactStore, 'put'>;
  readonly storage: OrganizationStorage;
  readonly makeId: MakeId;
  readonly clock: Clock;
}

/** Saves the files of a version of a script as artifacts of the run that it was made from. */
export async function saveScriptArtifacts(
  { store, artifacts, storage, makeId, clock }: ScriptArtifactDeps,
  { files }: ScriptRevision,
  run: Run,
): Promise<void> {
  for (const file of files) {
    const artifactId = makeId('a');
    const stored = await storeObject(scriptFileBytes(file), artifactId, {
      artifacts,
      storage,
      run,
      mask: (text) => text,
      signal: new AbortController().signal,
    });
    await store.artifacts.add({
      ...stored,
      artifactId,
      type: 'script_file',
      runId: run.runId,
      workflowRunId: run.workflowRunId,
      blockRunId: null,
      stepId: null,
      actionId: null,
      thoughtId: null,
      // Never as a script: the page of a host may be on the same origin.
      contentType: file.encoding === 'base64' ? 'application/octet-stream' : 'text/plain',
      createdAt: clock.now(),
    });
  }
}
