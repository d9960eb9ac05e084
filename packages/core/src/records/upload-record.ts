import { type StoredFile, Type } from '@runwright/contract';
import type { Engine } from '../api/engine.ts';
import { fileUri } from '../runtime/stored-uri.ts';
import { date, dateOrNull, text } from './field-schemas.ts';
import { formatDate, formatDateOrNull } from './format-date.ts';

/** An uploaded file as the HTTP API responds with it. */
export const UploadRecord = Type.Object(
  {
    file_id: text,
    filename: Type.String({ description: 'Made safe.' }),
    size: Type.Integer({ description: 'Bytes.' }),
    checksum: Type.String({ description: '`sha256:` and the hexadecimal digest of the bytes.' }),
    mime_type: text,
    s3_uri: Type.String({ description: 'Names the file in a `file_url` parameter.' }),
    presigned_url: Type.String({ description: 'Signed address of the bytes; names the file as well.' }),
    expires_at: Type.Unsafe<string | null>({ ...dateOrNull, description: 'End of `presigned_url`.' }),
    created_at: date,
  },
  { title: 'Upload' },
);
export type UploadRecord = Type.Static<typeof UploadRecord>;

/** Converts an uploaded file to its record. */
export function toUploadRecord(file: StoredFile, links: Pick<Engine['links'], 'file'>): UploadRecord {
  const url = links.file(file);
  const expiry = URL.parse(url)?.searchParams.get('expiry') ?? null;
  return {
    file_id: file.fileId,
    filename: file.name,
    size: file.size,
    checksum: file.checksum,
    mime_type: file.contentType,
    s3_uri: fileUri(file.fileId),
    presigned_url: url,
    expires_at: formatDateOrNull(expiry === null ? null : Number(expiry) * 1000),
    created_at: formatDate(file.createdAt),
  };
}
