import { type StoredFile, Type } from '@runwright/contract';
import type { BrowserSessionDetails } from '../api/browser-sessions-api.ts';
import type { Engine } from '../api/engine.ts';
import { date, dateOrNull, integerOrNull, text, textOrNull } from './field-schemas.ts';
import { FileInfo } from './file-info.ts';
import { formatDate, formatDateOrNull } from './format-date.ts';

const files = Type.Union([Type.Array(FileInfo), Type.Null()]);

/** A browser session as the HTTP API responds with it. */
export const BrowserSessionRecord = Type.Object(
  {
    browser_session_id: text,
    organization_id: text,
    created_at: date,
    modified_at: date,
    status: Type.Enum(['created', 'running', 'completed', 'timeout', 'failed']),
    runnable_type: textOrNull,
    runnable_id: textOrNull,
    timeout: integerOrNull,
    browser_address: textOrNull,
    app_url: textOrNull,
    extensions: Type.Union([Type.Array(Type.Enum(['ad-blocker', 'captcha-solver'])), Type.Null()]),
    browser_type: textOrNull,
    browser_profile_id: textOrNull,
    vnc_streaming_supported: Type.Boolean(),
    download_path: textOrNull,
    downloaded_files: files,
    recordings: files,
    notices: Type.Array(text, { description: 'What the host lacks, such as an extension.' }),
    failure_reason: textOrNull,
    started_at: dateOrNull,
    completed_at: dateOrNull,
    deleted_at: dateOrNull,
  },
  { title: 'BrowserSession' },
);
export type BrowserSessionRecord = Type.Static<typeof BrowserSessionRecord>;

/** Converts a browser session to its record. */
export function toBrowserSessionRecord(
  { session, files: downloads, recordings }: BrowserSessionDetails,
  links: Pick<Engine['links'], 'artifact' | 'file' | 'browserAddress'>,
): BrowserSessionRecord {
  return {
    browser_session_id: session.browserSessionId,
    organization_id: session.organizationId,
    created_at: formatDate(session.createdAt),
    modified_at: formatDate(session.modifiedAt),
    status: session.status,
    runnable_type: session.runnableType,
    runnable_id: session.runnableId,
    timeout: session.timeoutMinutes,
    browser_address: links.browserAddress(session),
    app_url: null,
    extensions: session.extensions === null ? null : [...session.extensions],
    browser_type: session.browserType,
    browser_profile_id: session.browserProfileId,
    // The live view sends pictures over a WebSocket; it is no VNC.
    vnc_streaming_supported: false,
    download_path: `sessions/${session.browserSessionId}/downloads`,
    downloaded_files: downloads.map((file) => fileInfo(file, links.file(file), file.name)),
    recordings: recordings.map((video) => fileInfo(video, links.artifact(video), `${video.artifactId}.webm`)),
    notices: [...session.notices],
    failure_reason: session.failureReason,
    started_at: formatDateOrNull(session.startedAt),
    completed_at: formatDateOrNull(session.completedAt),
    deleted_at: formatDateOrNull(session.deletedAt),
  };
}

function fileInfo(
  { checksum, createdAt }: Pick<StoredFile, 'checksum' | 'createdAt'>,
  url: string,
  filename: string,
) {
  return { url, checksum, filename, modified_at: formatDate(createdAt) };
}
