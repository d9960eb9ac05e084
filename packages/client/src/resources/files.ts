import type { Artifact, UploadedFile } from '../api-types.ts';
import {
  bodyOf,
  type CallOptions,
  type Connection,
  type CreateOptions,
  callOf,
  createOf,
} from '../connection.ts';
import { type Download, download } from '../download.ts';

/** Calls about files that runs use. */
export interface Files {
  /** Uploads a file, whose `s3_uri` or `presigned_url` runs take as a `file_url` parameter. */
  upload(content: Blob, name: string, options?: CreateOptions): Promise<UploadedFile>;
  download(fileId: string, options?: CallOptions): Promise<Download>;
  delete(fileId: string, options?: CallOptions): Promise<void>;
}

/** Calls about artifacts of runs. */
export interface Artifacts {
  get(artifactId: string, options?: CallOptions): Promise<Artifact>;
  download(artifactId: string, options?: CallOptions): Promise<Download>;
}

/** Creates the calls about files. */
export function files(connection: Connection): Files {
  const { api } = connection;
  return {
    upload(content, name, options) {
      const form = new FormData();
      form.append('file', content, name);
      return bodyOf(
        api.POST('/v1/upload_file', {
          body: { file: name },
          bodySerializer: () => form,
          ...createOf(options),
        }),
      );
    },
    download: (id, options) => download(connection, `/v1/files/${encodeURIComponent(id)}/content`, options),
    async delete(file_id, options) {
      await api.DELETE('/v1/files/{file_id}', { params: { path: { file_id } }, ...callOf(options) });
    },
  };
}

/** Creates the calls about artifacts. */
export function artifacts(connection: Connection): Artifacts {
  return {
    get: (artifact_id, options) =>
      bodyOf(
        connection.api.GET('/v1/artifacts/{artifact_id}', {
          params: { path: { artifact_id } },
          ...callOf(options),
        }),
      ),
    download: (id, options) =>
      download(connection, `/v1/artifacts/${encodeURIComponent(id)}/content`, options),
  };
}
