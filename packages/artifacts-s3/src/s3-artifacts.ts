import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import {
  type ArtifactStore,
  artifactKeyParts,
  assertNotAborted,
  checkedRange,
  maxPartBytes,
  type PresignOptions,
  RunwrightError,
} from '@runwright/contract';
import { checkedLinkSeconds, presignedUrl } from './presigned-url.ts';
import { isBroken, isMissing, s3Error } from './s3-error.ts';

/** Settings of {@link s3Artifacts}. */
export interface S3ArtifactsOptions {
  /** Name of a bucket that exists. */
  readonly bucket: string;
  /** Default: that of the environment or of the machine, as the AWS SDK finds it. */
  readonly region?: string;
  /** Default: those of the environment or of the machine, as the AWS SDK finds them. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Address of a service that speaks S3; its buckets are addressed by path. Default: Amazon's, by region. */
  readonly endpoint?: string;
  /** Put before every key, such as `production/`. Default: none. */
  readonly prefix?: string;
  /**
   * Lets the HTTP adapter redirect downloads by signed links to presigned URLs of the bucket, so that their bytes do not pass
   * its process. Clients have to reach the service. Default: none, all bytes pass the process.
   */
  readonly presignedLinks?: PresignedLinksOptions;
}

/** Settings of presigned URLs. */
export interface PresignedLinksOptions {
  /** Seconds that a URL works, 1 to 604,800. Default 60. */
  readonly expiresInSeconds?: number;
  /** Address under which clients reach the service, when it is another than the `endpoint` of this process. Default: `endpoint`. */
  readonly endpoint?: string;
}

/** Bytes of a part of an upload; S3 takes at least 5 MiB and at most 10,000 parts, so an artifact has at most 80 GB. */
const uploadPartBytes = 8 * 1024 * 1024;
const maxReads = 3;

/**
 * Keeps artifacts as objects of a bucket. Throws `internal` (retryable) when the service refuses or cannot be reached, after the
 * SDK has tried three times, and `invalid_input` for a life of links that S3 does not take.
 */
export function s3Artifacts(options: S3ArtifactsOptions): ArtifactStore {
  const { bucket, prefix = '', presignedLinks } = options;
  const expiresInSeconds = checkedLinkSeconds(presignedLinks?.expiresInSeconds);
  const client = new S3Client(clientConfig(options));
  // It makes no calls: it signs for the address that clients use.
  const signer = presignedLinks?.endpoint
    ? new S3Client(clientConfig({ ...options, endpoint: presignedLinks.endpoint }))
    : client;

  /** Every call: the key is checked first, then the signal, and the service's error is wrapped. */
  async function access<T>(
    verb: string,
    key: string,
    signal: AbortSignal,
    work: (object: { readonly Bucket: string; readonly Key: string }) => Promise<T>,
  ): Promise<T> {
    artifactKeyParts(key);
    assertNotAborted(signal, key);
    try {
      return await work({ Bucket: bucket, Key: `${prefix}${key}` });
    } catch (cause) {
      assertNotAborted(signal, key);
      throw RunwrightError.is(cause) ? cause : s3Error(cause, `${verb} artifact \`${key}\``, bucket);
    }
  }

  return {
    specVersion: 'v1',
    put: (key, bytes, { signal }) =>
      access('store', key, signal, async (object) => {
        if (!(bytes instanceof Uint8Array)) return await putParts(client, object, bytes, signal);
        // The SDK may read it again when it tries again, so it must not change meanwhile.
        const command = new PutObjectCommand({ ...object, Body: bytes.slice() });
        await client.send(command, { abortSignal: signal });
      }),
    get: (key, { signal }) =>
      access('read', key, signal, (object) =>
        missingAsNull(() =>
          readWhole(async () => {
            const { Body } = await client.send(new GetObjectCommand(object), { abortSignal: signal });
            return Body ? await Body.transformToByteArray() : new Uint8Array();
          }),
        ),
      ),
    open: (key, { signal, ...given }) =>
      access('read', key, signal, async (object) => {
        const range = checkedRange(given);
        const found = await missingAsNull(() =>
          client.send(new HeadObjectCommand(object), { abortSignal: signal }),
        );
        if (found === null) return null;
        const end = Math.min(range.end, found.ContentLength ?? 0);
        if (range.start >= end) return noParts();
        const Range = `bytes=${range.start}-${end - 1}`;
        return readParts(signal, key, () =>
          access('read', key, signal, () => openBody(client, { ...object, Range }, signal)),
        );
      }),
    ...(presignedLinks && {
      presign: (key: string, { signal, maxSeconds, ...headers }: PresignOptions) =>
        access('sign a link to', key, signal, async (object) => {
          const found = await missingAsNull(() =>
            client.send(new HeadObjectCommand(object), { abortSignal: signal }),
          );
          if (found === null) return null;
          return await presignedUrl(signer, object, {
            ...headers,
            expiresInSeconds: Math.max(1, Math.min(expiresInSeconds, Math.floor(maxSeconds))),
          });
        }),
    }),
    async *keys({ signal }) {
      for (let token: string | undefined; ; ) {
        const page = await client
          .send(
            new ListObjectsV2Command({
              Bucket: bucket,
              ...(prefix === '' ? {} : { Prefix: prefix }),
              ContinuationToken: token,
            }),
            {
              abortSignal: signal,
            },
          )
          .catch((cause: unknown) => {
            throw s3Error(cause, 'list the artifacts', bucket);
          });
        for (const { Key } of page.Contents ?? []) if (Key) yield Key.slice(prefix.length);
        token = page.NextContinuationToken;
        if (token === undefined) return;
      }
    },
    remove: (key, { signal }) =>
      access('remove', key, signal, async (object) => {
        await client.send(new DeleteObjectCommand(object), { abortSignal: signal });
      }),
    async close() {
      client.destroy();
      signer.destroy();
    },
  };
}

function clientConfig({ region, credentials, endpoint }: S3ArtifactsOptions): S3ClientConfig {
  return {
    ...(region === undefined ? {} : { region }),
    ...(credentials === undefined ? {} : { credentials }),
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    // Services that are not Amazon's often lack the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
}

/** Uploads bytes as they come. A failed upload leaves no object and no parts. */
async function putParts(
  client: S3Client,
  object: { readonly Bucket: string; readonly Key: string },
  parts: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  let failure: unknown;
  const watched = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for await (const part of parts) {
        signal.throwIfAborted();
        yield part;
      }
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  const body = Readable.from(watched(), { objectMode: false });
  const upload = new Upload({
    client,
    params: { ...object, Body: body },
    partSize: uploadPartBytes,
    queueSize: 2,
  });
  const abort = (): void => void upload.abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    await upload.done();
  } catch (error) {
    throw failure ?? error;
  } finally {
    signal.removeEventListener('abort', abort);
    body.destroy();
  }
}

/** Reads again when the connection breaks within the bytes, which the SDK does not do; after the third time it fails. */
async function readWhole(read: () => Promise<Uint8Array>): Promise<Uint8Array> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read();
    } catch (error) {
      if (attempt === maxReads || !isBroken(error)) throw error;
    }
  }
}

async function openBody(
  client: S3Client,
  object: ConstructorParameters<typeof GetObjectCommand>[0],
  signal: AbortSignal,
): Promise<Readable> {
  const { Body } = await client.send(new GetObjectCommand(object), { abortSignal: signal });
  return Body as Readable;
}

/** Reads an object in parts. It is opened with the first part, and closed however the reading ends. */
async function* readParts(
  signal: AbortSignal,
  key: string,
  open: () => Promise<Readable>,
): AsyncGenerator<Uint8Array> {
  const body = await open();
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>)
      for (let at = 0; at < chunk.length; at += maxPartBytes) {
        assertNotAborted(signal, key);
        yield chunk.subarray(at, at + maxPartBytes);
      }
  } catch (error) {
    assertNotAborted(signal, key);
    throw error;
  } finally {
    body.destroy();
  }
}

async function* noParts(): AsyncGenerator<Uint8Array> {}

async function missingAsNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
