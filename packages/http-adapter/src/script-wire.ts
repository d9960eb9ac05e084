import { createHash } from 'node:crypto';
import type { JsonObject, ScriptFile, ScriptRevision } from '@runwright/contract';
import { RequestProblems } from './error-response.ts';
import type { ScriptFileBody } from './schemas/scripts.ts';
import { wireDate, wireDateOrNull } from './wire-date.ts';

/** Decodes the files of a request as text. Throws `RequestProblems` for contents that are no text. */
export function scriptFilesFrom(files: readonly ScriptFileBody[]): readonly ScriptFile[] {
  const texts = files.map(textOf);
  const problems = texts.flatMap((text, index) => {
    if (text !== null) return [];
    const message = 'Value error, the content is not UTF-8 text in strict base64';
    return [{ path: ['files', index, 'content'], type: 'value_error', message }];
  });
  if (problems.length > 0) throw new RequestProblems('body', problems);
  return files.map(({ path, mime_type: mimeType }, index) => ({
    path,
    content: texts[index] ?? '',
    ...(mimeType ? { mimeType } : {}),
  }));
}

function textOf({ content, encoding = 'base64' }: ScriptFileBody): string | null {
  if (encoding === 'utf-8') return content;
  const bytes = Buffer.from(content, 'base64');
  if (bytes.toString('base64') !== content) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Converts a script to the response of creating and deploying it. */
export function scriptResult(revision: ScriptRevision): JsonObject {
  const createdAt = wireDate(revision.createdAt);
  return {
    script_id: revision.scriptId,
    version: revision.version,
    file_count: revision.files.length,
    file_tree: treeOf(
      revision.files.map((file) => ({ segments: file.path.split('/'), file })),
      createdAt,
    ),
    created_at: createdAt,
    run_id: revision.runId,
  };
}

/** Converts a version of a script to its API record. */
export function scriptRecord(revision: ScriptRevision): JsonObject {
  return {
    script_revision_id: revision.scriptRevisionId,
    script_id: revision.scriptId,
    organization_id: revision.organizationId,
    version: revision.version,
    created_at: wireDate(revision.createdAt),
    modified_at: wireDate(revision.modifiedAt),
    run_id: revision.runId,
    deleted_at: wireDateOrNull(revision.deletedAt),
  };
}

interface Placed {
  readonly segments: readonly string[];
  readonly file: ScriptFile;
}

function treeOf(files: readonly Placed[], createdAt: string): JsonObject {
  const byName = Map.groupBy(files, ({ segments }) => segments[0] ?? '');
  return Object.fromEntries(
    [...byName].map(([name, group]) => {
      const [only] = group;
      if (only?.segments.length === 1) return [name, fileNode(only.file, createdAt)];
      const inner = group.map(({ segments, file }) => ({ segments: segments.slice(1), file }));
      const children = treeOf(inner, createdAt);
      const none = { size: null, mime_type: null, content_hash: null };
      return [name, { type: 'directory', ...none, created_at: createdAt, children }];
    }),
  );
}

function fileNode({ path, content, mimeType }: ScriptFile, createdAt: string): JsonObject {
  return {
    type: 'file',
    size: Buffer.byteLength(content),
    mime_type: mimeType ?? mimeTypes[path.split('.').at(-1) ?? ''] ?? 'text/plain',
    content_hash: `sha256:${createHash('sha256').update(content).digest('hex')}`,
    created_at: createdAt,
    children: null,
  };
}

const mimeTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  mjs: 'text/javascript',
  ts: 'text/typescript',
  json: 'application/json',
};
