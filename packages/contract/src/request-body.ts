import type { OpenedFile } from './file.ts';
import type { ByteSource } from './stored-object.ts';

/** Fields and files that are sent as `multipart/form-data`; the files are read in parts while they are sent. */
export interface StreamedForm {
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly files: readonly (readonly [name: string, file: OpenedFile])[];
}

/**
 * Body of a request of a block: what `fetch` accepts, a {@link ByteSource} such as an opened file, which is sent with its
 * size as `Content-Length`, or a {@link StreamedForm}. Sources are read in parts, and once more after a redirect.
 */
export type RequestBody = NonNullable<RequestInit['body']> | ByteSource | StreamedForm;

/** Options of a request of a block. */
export interface RequestOptions extends Omit<RequestInit, 'body'> {
  readonly body?: RequestBody | null;
}

/** Returns whether a body is a {@link ByteSource}. */
export function isByteSource(body: unknown): body is ByteSource {
  return isObject(body) && typeof body.size === 'number' && typeof body.read === 'function';
}

/** Returns whether a body is a {@link StreamedForm}. */
export function isStreamedForm(body: unknown): body is StreamedForm {
  return isObject(body) && Array.isArray(body.fields) && Array.isArray(body.files);
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null;
}
