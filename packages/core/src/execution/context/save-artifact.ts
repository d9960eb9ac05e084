import type {
  Artifact,
  ArtifactDraft,
  ArtifactStore,
  ArtifactType,
  Run,
  SavedArtifact,
  Store,
} from '@runwright/contract';
import { changeJsonText } from '@runwright/masking';
import type { LinksApi } from '../../api/links-api.ts';
import type { OrganizationStorage } from '../../files/organization-storage.ts';
import { storeObject } from '../../files/store-object.ts';
import { eventEntry, type Journal } from '../../journal/journal.ts';
import { lossType } from '../../runs/cassette-loss.ts';
import type { MakeId } from '../../runtime/ids.ts';

/** The block attempt that an artifact belongs to. */
export interface ArtifactPlace {
  readonly blockRunId: string | null;
  readonly label: string | null;
}

/** Saves an artifact: its bytes, its row, and its mention in the timeline, in this order. */
export type SaveArtifact = (draft: ArtifactDraft, place: ArtifactPlace) => Promise<SavedArtifact>;

/** Dependencies of {@link artifactSaver}. */
interface SaveDeps {
  readonly store: Store;
  readonly artifacts: ArtifactStore;
  readonly storage: OrganizationStorage;
  readonly run: Run;
  readonly makeId: MakeId;
  readonly now: () => number;
  readonly mask: (text: string) => string;
  readonly signal: AbortSignal;
}

/** Creates the function that saves artifacts of one run. Text is masked before anything of it is stored. */
export function artifactSaver(
  options: SaveDeps & { readonly journal: Journal; readonly links: Pick<LinksApi, 'artifact'> },
): SaveArtifact {
  const { run } = options;
  return async (draft, place) => {
    const artifact = await storeArtifact(draft, place, options);
    const { artifactId, stepId, actionId, createdAt } = artifact;
    const event = eventEntry({
      type: 'artifact',
      runId: run.runId,
      organizationId: run.organizationId,
      eventId: artifactId,
      blockRunId: place.blockRunId,
      label: place.label,
      at: createdAt,
      artifactId,
      artifactType: draft.type,
      stepId,
      actionId,
    });
    await options.journal.commit({ entries: [event] });
    return { artifactId, type: draft.type, url: options.links.artifact(artifact) };
  };
}

/**
 * Saves what was recorded of a run's browser. The run may have ended by then, or gone to another worker: recordings are
 * no part of its timeline.
 */
export function recordingSaver(
  options: Omit<SaveDeps, 'signal'>,
): (recording: ArtifactDraft) => Promise<void> {
  // Others read these documents again, so they must be JSON when secrets are masked.
  const maskDocument = (text: string) => changeJsonText(text, options.mask);
  const maskOf = ({ type, contentType }: ArtifactDraft) => {
    // Its writer has masked its texts: a key or the type of a block may be a word that is a password, too.
    if (type === 'cassette_run' && contentType !== lossType) return (text: string) => text;
    return documentTypes.has(type) ? maskDocument : options.mask;
  };
  return async (recording) => {
    const { signal } = new AbortController();
    const mask = maskOf(recording);
    await storeArtifact(recording, { blockRunId: null, label: null }, { ...options, mask, signal });
  };
}

const documentTypes: ReadonlySet<ArtifactType> = new Set<ArtifactType>([
  'har',
  'cassette_run',
  'cassette_call',
  'cassette_network',
]);

async function storeArtifact(
  draft: ArtifactDraft,
  place: ArtifactPlace,
  options: SaveDeps,
): Promise<Artifact> {
  const { run } = options;
  const artifactId = options.makeId('a');
  const artifact: Artifact = {
    artifactId,
    type: draft.type,
    ...(await storeObject(draft.content, artifactId, options)),
    runId: run.runId,
    workflowRunId: run.workflowRunId,
    blockRunId: place.blockRunId,
    stepId: draft.stepId ?? null,
    actionId: draft.actionId ?? null,
    thoughtId: draft.thoughtId ?? null,
    contentType: draft.contentType ?? contentTypeOf(draft.type),
    createdAt: options.now(),
  };
  await options.store.artifacts.add(artifact);
  return artifact;
}

function contentTypeOf(type: ArtifactType): string {
  if (type.startsWith('screenshot')) return 'image/png';
  if (type.startsWith('html')) return 'text/html';
  if (type === 'recording') return 'video/webm';
  if (type === 'pdf') return 'application/pdf';
  return plainTypes.has(type) ? 'text/plain' : 'application/json';
}

const plainTypes: ReadonlySet<ArtifactType> = new Set<ArtifactType>([
  'llm_prompt',
  'service_log',
  'service_log_raw',
  'browser_console_log',
  'visible_elements_tree_in_prompt',
  'script_file',
]);
