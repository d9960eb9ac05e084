import { createHash } from 'node:crypto';
import {
  type ArtifactStore,
  type ByteRange,
  type FileDraft,
  RunwrightError,
  type StoredObject,
} from '@runwright/contract';
import { type OrganizationStorage, storageFull } from './organization-storage.ts';

/** Content of an object: text, bytes, or bytes in parts. */
export type ObjectContent = FileDraft['content'];

/** What is known of an object once its bytes are stored. */
export type StoredBytes = Pick<StoredObject, 'organizationId' | 'key' | 'size' | 'checksum'>;

/**
 * Stores the bytes of an artifact or a file of a run, and computes size and digest while they pass. Text is masked, bytes are
 * stored unchanged. An error of the parts is thrown as it is; then nothing is stored. Throws `failed_precondition` when the organization
 * has no room for it.
 */
export async function storeObject(
  content: ObjectContent,
  id: string,
  options: {
    readonly artifacts: Pick<ArtifactStore, 'put'>;
    readonly storage: Pick<OrganizationStorage, 'room'>;
    readonly run: { readonly organizationId: string; readonly runId: string };
    readonly mask: (text: string) => string;
    /** Default: organization, run and id, joined by `/`. */
    readonly key?: string;
    readonly signal: AbortSignal;
  },
): Promise<StoredBytes> {
  const { artifacts, storage, run, mask, signal } = options;
  const key = options.key ?? `${run.organizationId}/${run.runId}/${id}`;
  const room = await storage.room(run.organizationId);
  const bytes = typeof content === 'string' ? new TextEncoder().encode(mask(content)) : content;
  const measured = measure(bytes, room);
  try {
    await artifacts.put(key, measured.bytes, { signal });
  } catch (error) {
    throw measured.failure() ?? error;
  }
  return { organizationId: run.organizationId, key, ...measured.result() };
}

/** Opens the bytes of an artifact or a file. Throws `not_found` when they are gone; `called` names the object in the message. */
export async function openObject(
  artifacts: Pick<ArtifactStore, 'open'>,
  { key }: Pick<StoredObject, 'key'>,
  called: string,
  options: ByteRange & { readonly signal: AbortSignal },
): Promise<AsyncIterable<Uint8Array>> {
  const parts = await artifacts.open(key, options);
  if (parts !== null) return parts;
  throw contentGone(called);
}

/** The error for an object whose row is there and whose bytes are not. */
export function contentGone(called: string): RunwrightError {
  return new RunwrightError('not_found', `The content of ${called} is gone. Store it again.`);
}

/** Counts and hashes bytes on their way into the store, at most as many as there is room for; `result` is complete once all of them have passed. */
function measure(content: Exclude<ObjectContent, string>, room: number) {
  const hash = createHash('sha256');
  let size = 0;
  let failure: Error | null = null;
  const add = (part: Uint8Array): Uint8Array => {
    size += part.length;
    if (size > room) {
      failure = storageFull();
      throw failure;
    }
    hash.update(part);
    return part;
  };
  // Stores wrap errors that they do not know, and the source's own error says more.
  async function* pass(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const reader = parts[Symbol.asyncIterator]();
    let isDone = false;
    try {
      for (;;) {
        const next = await reader.next().catch((cause: unknown) => {
          isDone = true;
          failure = cause instanceof Error ? cause : new Error(String(cause), { cause });
          throw failure;
        });
        isDone ||= next.done === true;
        if (next.done) return;
        yield add(next.value);
      }
    } finally {
      if (!isDone) await reader.return?.();
    }
  }
  return {
    bytes: content instanceof Uint8Array ? add(content) : pass(content),
    failure: () => failure,
    result: () => ({ size, checksum: `sha256:${hash.digest('hex')}` }),
  };
}
