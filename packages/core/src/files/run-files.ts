import {
  type ArtifactStore,
  downloadsFolder,
  type FileDraft,
  fileReferences,
  type Run,
  type RunFile,
  type Store,
  type StoredFile,
} from '@runwright/contract';
import type { Engine } from '../api/engine.ts';
import type { MakeId } from '../runtime/ids.ts';
import { fileUri } from '../runtime/stored-uri.ts';
import { cleanFileName, freeFileName } from './file-name.ts';
import { type DownloadLimits, limitDownload } from './limit-download.ts';
import type { OrganizationStorage } from './organization-storage.ts';
import { storeObject } from './store-object.ts';

/** The downloads of one run in the hands of its worker. */
export interface RunFileStore {
  /** Oldest first; `blockRunId`: only those of one attempt; `at`: only those that a user's reference names. */
  list(options: { readonly blockRunId?: string; readonly at?: unknown }): Promise<readonly StoredFile[]>;
  /**
   * Keeps a file as a download of an attempt. Every download goes through here: those of blocks, and those that a
   * browser brings. Nothing is written when the signal is aborted. `limits`: those of what a browser brings, see
   * {@link limitDownload}; a file beyond them is not kept, and `block_failed` is thrown.
   */
  save(
    draft: FileDraft,
    place: { readonly blockRunId: string; readonly limits?: DownloadLimits },
  ): Promise<StoredFile>;
}

/** Opens the files of a claimed run. Names are unique in a run, so one file is named after the other. */
export function createRunFileStore(options: {
  readonly store: Store;
  readonly artifacts: ArtifactStore;
  readonly storage: OrganizationStorage;
  readonly run: Run;
  readonly makeId: MakeId;
  readonly now: () => number;
  readonly mask: (text: string) => string;
  readonly signal: AbortSignal;
}): RunFileStore {
  const { store, run, signal } = options;
  let taken: Set<string> | null = null;
  let tail: Promise<unknown> = Promise.resolve();

  return {
    async list({ blockRunId, at }) {
      const files = await store.files.list(run.organizationId, run.runId);
      const own = blockRunId === undefined ? files : files.filter((file) => file.blockRunId === blockRunId);
      return at === undefined ? own : chosen(own, at);
    },
    save(draft, place) {
      const saved = tail.then(() => save(draft, place));
      tail = saved.catch(() => undefined);
      return saved;
    },
  };

  async function save(
    given: FileDraft,
    { blockRunId, limits }: { readonly blockRunId: string; readonly limits?: DownloadLimits },
  ): Promise<StoredFile> {
    signal.throwIfAborted();
    const draft = limits
      ? limitDownload(given, await store.files.list(run.organizationId, run.runId), limits)
      : given;
    const isText = typeof draft.content === 'string';
    const names = await takenNames();
    const name = freeFileName(cleanFileName(options.mask(draft.name)), (free) =>
      names.has(free.toLowerCase()),
    );
    const fileId = options.makeId('f');
    const file: StoredFile = {
      fileId,
      ...(await storeObject(draft.content, fileId, options)),
      runId: run.runId,
      blockRunId,
      name,
      contentType: draft.contentType ?? (isText ? 'text/plain' : 'application/octet-stream'),
      sourceUrl: draft.sourceUrl === undefined ? null : options.mask(withoutQuery(draft.sourceUrl)),
      createdAt: options.now(),
    };
    await store.files.add(file);
    names.add(name.toLowerCase());
    return file;
  }

  async function takenNames(): Promise<Set<string>> {
    taken ??= new Set(
      (await store.files.list(run.organizationId, run.runId)).map((file) => file.name.toLowerCase()),
    );
    return taken;
  }
}

/** A file as outputs and records show it. */
export function toRunFile(file: StoredFile, links: Pick<Engine['links'], 'file'>): RunFile {
  return {
    filename: file.name,
    url: links.file(file),
    checksum: file.checksum,
    modified_at: new Date(file.createdAt).toISOString(),
    file_id: file.fileId,
    file_path: `${downloadsFolder}/${file.name}`,
    file_size: file.size,
    artifact_uri: fileUri(file.fileId),
  };
}

function chosen(files: readonly StoredFile[], at: unknown): readonly StoredFile[] {
  const references = fileReferences(at);
  if (references.some(({ kind }) => kind === 'downloads')) return files;
  return files.filter((file) =>
    references.some(
      (reference) =>
        (reference.kind === 'name' && reference.name === file.name) ||
        (reference.kind === 'file' && reference.id === file.fileId),
    ),
  );
}

/** Queries carry keys more often than meaning. */
function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, '');
}
