import {
  type ArtifactStore,
  type ByteRange,
  fileReference,
  fileReferenceForms,
  limitParts,
  type OpenedFile,
  RunwrightError,
  type Store,
} from '@runwright/contract';
import type { Fetch } from '../network/pinned-fetch.ts';
import { cleanFileName, responseFileName } from './file-name.ts';
import type { SignedLinks } from './signed-links.ts';
import { type Spool, spoolBytes } from './spool.ts';
import { openObject } from './store-object.ts';
import { charsetOf } from './text-charset.ts';

/** The stores of files and artifacts. */
export interface FileStores {
  readonly store: Pick<Store, 'files' | 'artifacts'>;
  readonly artifacts: ArtifactStore;
  readonly links: Pick<SignedLinks, 'storedUri' | 'file'>;
}

/** The sources in which {@link openFile} looks for a file, and the attempt that reads it. */
export interface FileSources extends FileStores {
  readonly organizationId: string;
  readonly runId: string;
  /** Fetches under the egress policy, with the secrets of the block. */
  readonly fetch: Fetch;
  readonly signal: AbortSignal;
  /** Takes what has to be closed when the attempt ends. */
  readonly closeLater: (resource: Pick<Spool, 'close'>) => Promise<void>;
}

/** The members of a stored row that are needed to read its bytes. */
interface Stored {
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  readonly key: string;
}

/** Opens the file that a reference names; see `RunFiles.open`. Other organizations' files do not exist. */
export async function openFile(
  sources: FileSources,
  reference: unknown,
  maxBytes: number,
): Promise<OpenedFile> {
  const named = fileReference(reference);
  switch (named.kind) {
    case 'url': {
      const own = sources.links.storedUri(named.url);
      return own ? openFile(sources, own, maxBytes) : download(sources, named.url, maxBytes);
    }
    case 'artifact':
      return openStored(sources, await artifact(sources, named.id), maxBytes, `the artifact \`${named.id}\``);
    case 'file':
      return openStored(
        sources,
        await sources.store.files.get(sources.organizationId, named.id),
        maxBytes,
        `the file \`${named.id}\``,
      );
    case 'downloads':
      return openStored(sources, (await files(sources)).at(-1) ?? null, maxBytes, 'a download of this run');
    case 'name': {
      const found = (await files(sources)).find(({ name }) => name === named.name);
      return openStored(sources, found ?? null, maxBytes, `a file \`${named.name}\` of this run`);
    }
    case 'none':
      throw new RunwrightError(
        'invalid_input',
        `Cannot open a file: ${named.reason}. Give ${fileReferenceForms}.`,
      );
  }
}

function files({ store, organizationId, runId }: FileSources) {
  return store.files.list(organizationId, runId);
}

async function artifact({ store, organizationId }: FileSources, id: string): Promise<Stored | null> {
  const row = await store.artifacts.get(organizationId, id);
  return row && { name: id, contentType: row.contentType, size: row.size, key: row.key };
}

async function openStored(
  { artifacts, signal }: FileSources,
  stored: Stored | null,
  maxBytes: number,
  wanted: string,
): Promise<OpenedFile> {
  if (stored === null) {
    throw new RunwrightError('not_found', `Cannot open ${wanted}: not found. Give ${fileReferenceForms}.`);
  }
  if (stored.size > maxBytes) throw tooLarge(stored.name, maxBytes);
  const open = (range: ByteRange = {}) => openObject(artifacts, stored, wanted, { ...range, signal });
  // Tells now that the content is gone; opening reads nothing.
  await open();
  return {
    name: stored.name,
    ...typeOf(stored.contentType),
    size: stored.size,
    async *read(range) {
      yield* await open(range);
    },
  };
}

/** Downloads to a temporary file: the size is known afterwards, and a request may need the bytes again after a redirect. */
async function download(sources: FileSources, url: string, maxBytes: number): Promise<OpenedFile> {
  const response = await sources.fetch(url, { signal: sources.signal });
  const host = URL.parse(response.url || url)?.host ?? 'the address';
  if (!response.ok) {
    await response.body?.cancel();
    throw new RunwrightError(
      'block_failed',
      `Cannot download a file from \`${host}\`: HTTP status ${response.status}. Check the address.`,
      { retryable: response.status === 429 || response.status >= 500 },
    );
  }
  const name = cleanFileName(responseFileName(response, url));
  const parts = limitParts(response.body ?? [], maxBytes, () => tooLarge(name, maxBytes));
  const spool = await spoolBytes(parts);
  await sources.closeLater(spool);
  const { size, read } = spool;
  return { name, ...typeOf(response.headers.get('content-type')), size, read };
}

/** Code of a file beyond its limit, in a run's `errors`. */
const tooLargeCode = 'file_too_large';

function tooLarge(name: string, maxBytes: number): RunwrightError {
  const limit = maxBytes >= 1_000_000 ? `${Math.floor(maxBytes / 1_000_000)} MB` : `${maxBytes} bytes`;
  const message = `The file \`${name}\` is larger than ${limit}. Use a smaller one.`;
  return new RunwrightError('block_failed', message, {
    details: {
      failure_category: 'limit',
      errors: [{ error_code: tooLargeCode, reasoning: message }],
    },
  });
}

function typeOf(header: string | null): Pick<OpenedFile, 'contentType' | 'charset'> {
  const type = header?.split(';')[0]?.trim().toLowerCase() ?? '';
  return { contentType: type === '' ? null : type, charset: charsetOf(header) };
}
