import { createHash } from 'node:crypto';
import {
  type ByteSource,
  downloadDraft,
  downloadsFolder,
  type FileDraft,
  fileReference,
  fileReferenceForms,
  fileReferences,
  maxPartBytes,
  type RunFile,
  type RunFiles,
  RunwrightError,
} from '@runwright/contract';

/** A file that a fake run has, and what was saved of it. */
export interface FakeFile extends RunFile {
  readonly bytes: Uint8Array;
  readonly contentType: string | null;
  /** Whether it was there before the block began. */
  readonly before: boolean;
}

/** A draft whose bytes are all there. */
type Kept = Pick<FileDraft, 'name' | 'contentType'> & { readonly content: string | Uint8Array };

/** Files of a run in memory. Names are taken as they are; `fetch` brings what an address names. */
export function fakeFiles(options: {
  readonly downloads: Readonly<Record<string, string | Uint8Array>>;
  readonly fetch: (url: string) => Promise<Response>;
}): { readonly files: RunFiles; readonly kept: readonly FakeFile[] } {
  const kept: FakeFile[] = [];
  /** What was saved of downloads, by checksum. */
  const saved = new Map<string, FakeFile>();
  for (const [name, content] of Object.entries(options.downloads)) keep({ name, content }, true);

  return {
    kept,
    files: {
      async list({ own = false, at } = {}) {
        const some = kept.filter((file) => !own || !file.before);
        return (at === undefined ? some : some.filter((file) => isNamed(file, at))).map(shown);
      },
      save: async (draft) => shown(keep({ ...draft, content: await bytesOf(draft.content) }, false)),
      async saveDownload(downloads, id, naming) {
        const checksum = downloads.list().find((one) => one.id === id)?.checksum ?? id;
        const draft = downloadDraft(downloads, id, naming);
        const file = saved.get(checksum) ?? keep({ ...draft, content: await bytesOf(draft.content) }, false);
        saved.set(checksum, file);
        return shown(file);
      },
      async open(reference, { maxBytes }) {
        const named = fileReference(reference);
        if (named.kind === 'url') return ofResponse(await options.fetch(named.url), named.url);
        const found = kept.findLast((file) => isNamed(file, reference));
        if (!found) {
          throw new RunwrightError(
            named.kind === 'none' ? 'invalid_input' : 'not_found',
            `Cannot open the file: ${named.kind === 'none' ? named.reason : 'it does not exist'}. Use ${fileReferenceForms}.`,
          );
        }
        if (found.file_size > maxBytes) {
          throw new RunwrightError(
            'block_failed',
            `\`${found.filename}\` is larger than ${maxBytes} bytes; use a smaller one.`,
            { details: { errors: [{ error_code: 'file_too_large' }] } },
          );
        }
        return { name: found.filename, contentType: found.contentType, ...sourceOf(found.bytes) };
      },
    },
  };

  function keep({ name, content, contentType }: Kept, before: boolean): FakeFile {
    const fileId = `f_${String(kept.length + 1).padStart(9, '0')}`;
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    const file: FakeFile = {
      filename: name,
      url: `http://fake.test/v1/files/${fileId}/content`,
      checksum: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
      modified_at: '2026-01-01T00:00:00.000Z',
      file_id: fileId,
      file_path: `${downloadsFolder}/${name}`,
      file_size: bytes.length,
      artifact_uri: `runwright://files/${fileId}`,
      bytes,
      contentType: contentType ?? null,
      before,
    };
    kept.push(file);
    return file;
  }
}

function isNamed(file: RunFile, reference: unknown): boolean {
  return fileReferences(reference).some(
    (one) =>
      one.kind === 'downloads' ||
      (one.kind === 'name' && one.name === file.filename) ||
      (one.kind === 'file' && one.id === file.file_id),
  );
}

function shown({ bytes: _bytes, contentType: _type, before: _before, ...file }: FakeFile): RunFile {
  return file;
}

async function bytesOf(content: FileDraft['content']): Promise<string | Uint8Array> {
  if (typeof content === 'string' || content instanceof Uint8Array) return content;
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
}

async function ofResponse(response: Response, url: string) {
  if (!response.ok) throw new RunwrightError('block_failed', `\`${url}\` answered HTTP ${response.status}.`);
  return {
    name: decodeURIComponent(new URL(url).pathname.split('/').at(-1) || 'file'),
    contentType: response.headers.get('content-type')?.split(';')[0] ?? null,
    charset: /charset=([\w-]+)/.exec(response.headers.get('content-type') ?? '')?.[1] ?? null,
    ...sourceOf(new Uint8Array(await response.arrayBuffer())),
  };
}

/** Bytes that are all there, as an opened file has them: in parts, and as often as they are read. */
export function sourceOf(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    async *read({ start = 0, end = bytes.length } = {}) {
      for (let at = start; at < Math.min(end, bytes.length); at += maxPartBytes) {
        yield bytes.slice(at, Math.min(at + maxPartBytes, end));
      }
    },
  };
}
