import { createHash } from 'node:crypto';
import {
  type JsonObject,
  type ScriptFile,
  type ScriptOutline,
  type ScriptRevision,
  scriptFileBytes,
  Type,
} from '@runwright/contract';
import type { ScriptVersion } from '../api/scripts-api.ts';
import { date, dateOrNull, text, textOrNull } from './field-schemas.ts';
import { formatDate, formatDateOrNull } from './format-date.ts';

/** A script as the HTTP API responds to creating and deploying it. */
export const ScriptResult = Type.Object(
  {
    script_id: text,
    version: Type.Integer(),
    file_count: Type.Integer(),
    file_tree: Type.Unsafe<JsonObject>(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'Name to node: `type` (`file`, `directory`), `size` in bytes, `mime_type`, `content_hash`, `created_at`, `children`.',
      }),
    ),
    created_at: date,
    run_id: textOrNull,
  },
  { title: 'ScriptResult' },
);
export type ScriptResult = Type.Static<typeof ScriptResult>;

/** A version of a script as the HTTP API responds with it. */
export const ScriptRecord = Type.Object(
  {
    script_revision_id: text,
    script_id: text,
    organization_id: text,
    version: Type.Integer(),
    created_at: date,
    modified_at: date,
    run_id: textOrNull,
    deleted_at: dateOrNull,
  },
  { title: 'Script' },
);
export type ScriptRecord = Type.Static<typeof ScriptRecord>;

/** A version of a script with what has made it, as the HTTP API responds with it. */
export const ScriptVersionRecord = Type.Object(
  {
    ...ScriptRecord.properties,
    workflow_permanent_id: textOrNull,
    file_count: Type.Integer(),
    origin: Type.Enum(['created', 'deployed', 'healed', 'learned'], {
      description:
        '`healed`: learned from a run in which a program failed and the agent executed its block; `learned`: from another run.',
    }),
  },
  { title: 'ScriptVersion' },
);
export type ScriptVersionRecord = Type.Static<typeof ScriptVersionRecord>;

/** Converts a version of a script to the response of creating and deploying it. */
export function toScriptResult(revision: ScriptRevision): ScriptResult {
  const createdAt = formatDate(revision.createdAt);
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

/** Converts a version of a script to its record. */
export function toScriptRecord(revision: ScriptOutline): ScriptRecord {
  return {
    script_revision_id: revision.scriptRevisionId,
    script_id: revision.scriptId,
    organization_id: revision.organizationId,
    version: revision.version,
    created_at: formatDate(revision.createdAt),
    modified_at: formatDate(revision.modifiedAt),
    run_id: revision.runId,
    deleted_at: formatDateOrNull(revision.deletedAt),
  };
}

/** Converts a version of a script to its record, with what has made it. */
export function toScriptVersionRecord(version: ScriptVersion): ScriptVersionRecord {
  return {
    ...toScriptRecord(version),
    workflow_permanent_id: version.workflowPermanentId,
    file_count: version.fileCount,
    origin: version.origin,
  };
}

/** A file of a script as the HTTP API responds with it. */
export const ScriptFileRecord = Type.Object(
  {
    path: text,
    content: Type.String({ description: 'Bytes in base64.' }),
    encoding: Type.Literal('base64'),
    mime_type: text,
  },
  { title: 'ScriptFile' },
);
export type ScriptFileRecord = Type.Static<typeof ScriptFileRecord>;

/** Converts the files of a version to their records, in the order of their paths. */
export function toScriptFileRecords({ files }: ScriptRevision): readonly ScriptFileRecord[] {
  return files
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map((file) => ({
      path: file.path,
      content: Buffer.from(scriptFileBytes(file)).toString('base64'),
      encoding: 'base64',
      mime_type: mimeTypeOf(file),
    }));
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

function fileNode(file: ScriptFile, createdAt: string): JsonObject {
  const bytes = scriptFileBytes(file);
  return {
    type: 'file',
    size: bytes.length,
    mime_type: mimeTypeOf(file),
    content_hash: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
    created_at: createdAt,
    children: null,
  };
}

function mimeTypeOf({ path, encoding, mimeType }: ScriptFile): string {
  const unknown = encoding === 'base64' ? 'application/octet-stream' : 'text/plain';
  return mimeType ?? mimeTypes[path.split('.').at(-1)?.toLowerCase() ?? ''] ?? unknown;
}

const mimeTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  mjs: 'text/javascript',
  ts: 'text/typescript',
  json: 'application/json',
};
