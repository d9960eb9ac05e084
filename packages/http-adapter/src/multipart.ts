import { createHash, type Hash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { Problem } from '@runwright/contract';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { FileTooLargeError, RequestProblems } from './error-response.ts';
import { assertKnownMembers, findMembers } from './unknown-members.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route also takes `multipart/form-data`; every other route answers it with 415. */
    readonly multipart?: boolean;
  }
  interface FastifyRequest {
    /** SHA-256 of the fields and the file of a form; null until all of it has been read. */
    uploadHash: string | null;
  }
}

/** The file of a form. */
export interface UploadedFile {
  /** As the client named it; not checked. Empty if it gave none. */
  readonly name: string;
  /** As the client declared it; `application/octet-stream` if it did not. */
  readonly contentType: string;
  /** Bytes, as they arrive. Fails when the file is too large, or the form is broken or ends early. Read it to its end. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** Limits of what is in a form beside its file. */
const limits = {
  files: 1,
  fields: 20,
  parts: 21,
  fieldNameSize: 100,
  fieldSize: 64 * 1024,
  headerPairs: 20,
};

/** Reads `multipart/form-data` on routes that have `multipart: true` in their config. Such routes have no body schema. */
export async function acceptMultipart(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits, throwFileSizeLimit: false });
  app.decorateRequest('uploadHash', null);
  app.addHook('preParsing', async (request) => {
    const type = request.headers['content-type'] ?? '';
    if (!/^\s*multipart\//i.test(type) || request.routeOptions.config.multipart === true) return;
    throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type);
  });
}

/**
 * Passes the file in field `file` of a form to `use`, and returns its result with the text fields of the form. Throws
 * {@link RequestProblems} `missing` when there is no file, {@link FileTooLargeError} when it has more than `maxBytes`.
 */
export async function readUpload<T>(
  request: FastifyRequest,
  maxBytes: number,
  use: (file: UploadedFile) => Promise<T>,
): Promise<{ readonly result: T; readonly fields: ReadonlyMap<string, string> }> {
  const fields = new Map<string, string>();
  const names = new Set<string>();
  const hash = createHash('sha256');
  let result: { readonly value: T } | null = null;
  for await (const part of partsOf(request, maxBytes)) {
    names.add(part.fieldname);
    if (part.type === 'field') {
      const value = typeof part.value === 'string' ? part.value : JSON.stringify(part.value);
      fields.set(part.fieldname, value);
      addToHash(hash, part.fieldname, value);
      continue;
    }
    if (part.fieldname !== 'file') {
      part.file.resume();
      continue;
    }
    let failure: Error | null = null;
    addToHash(hash, part.filename, part.mimetype);
    const content = wholeContent(part.file, maxBytes, hash, (error) => {
      failure = error;
      return error;
    });
    try {
      const { filename: name = '', mimetype: contentType } = part;
      result = {
        value: await use({ name, contentType: contentType || 'application/octet-stream', content }),
      };
    } catch (error) {
      // What stores the file may have wrapped the reason why it could not be read.
      throw failure ?? error;
    }
    if (failure) throw failure;
  }
  request.uploadHash = hash.digest('hex');
  const { documentedForm, documentedBody = null } = request.routeOptions.config;
  findMembers(
    request,
    documentedForm ?? documentedBody,
    Object.fromEntries([...names].map((name) => [name, ''])),
  );
  if (result) assertKnownMembers(request);
  if (result) return { result: result.value, fields };
  throw new RequestProblems('body', [{ path: ['file'], message: 'Field required', type: 'missing' }]);
}

async function* partsOf(request: FastifyRequest, maxBytes: number) {
  if (!request.isMultipart()) return;
  try {
    yield* request.parts({ limits: { fileSize: maxBytes } });
  } catch (error) {
    throw readable(error);
  }
}

async function* wholeContent(
  file: AsyncIterable<Buffer> & { readonly truncated: boolean },
  maxBytes: number,
  hash: Hash,
  failed: (error: Error) => Error,
): AsyncIterable<Uint8Array> {
  try {
    for await (const part of file) {
      hash.update(part);
      yield part;
    }
  } catch (error) {
    throw failed(readable(error));
  }
  if (file.truncated) throw failed(new FileTooLargeError(maxBytes));
}

/** Adds texts with their lengths, so that no two forms add the same. */
function addToHash(hash: Hash, ...texts: readonly string[]): void {
  for (const text of texts) hash.update(`${Buffer.byteLength(text)}:${text}`);
}

/** Limits of a form that its parser reports, with the place and the reason for the caller. */
const exceeded: Readonly<Record<string, Pick<Problem, 'path' | 'message'>>> = {
  FST_FILES_LIMIT: {
    path: ['file'],
    message: 'Value error, the form has several files; send one file with each request',
  },
  FST_FIELDS_LIMIT: {
    path: [],
    message: `Value error, the form has more than ${limits.fields} fields; leave some out`,
  },
  FST_PARTS_LIMIT: {
    path: [],
    message: `Value error, the form has more than ${limits.parts} parts; leave some out`,
  },
};

/** The error of the parser, for the caller. Of errors with another status, the status counts; the rest are broken forms. */
function readable(error: unknown): Error {
  const limit = error instanceof Error && 'code' in error ? exceeded[String(error.code)] : undefined;
  if (limit) return new RequestProblems('body', [{ ...limit, type: 'value_error' }]);
  if (error instanceof Error && 'statusCode' in error) return error;
  const message = 'Value error, the form cannot be read: it is malformed or ends early';
  return new RequestProblems('body', [{ path: [], message, type: 'value_error' }]);
}
