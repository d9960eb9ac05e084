import type { PutObjectCommand } from '@aws-sdk/client-s3';
import { type BlockContext, loadOptionalPackage, RunwrightError } from '@runwright/contract';
import { type OpenStorageDestination, uploadFolder } from './destination.ts';
import { revealFields } from './reveal-fields.ts';
import { s3RequestHandler } from './s3-request-handler.ts';

/** Members of `file_upload` for S3. */
export interface S3Fields {
  readonly s3_bucket: string;
  readonly aws_access_key_id: string;
  readonly aws_secret_access_key: string;
  /** Default `us-east-1`. */
  readonly region_name?: string | null | undefined;
  /** A service that speaks S3; its buckets are addressed by path. Default: Amazon's, by region. */
  readonly s3_endpoint_url?: string | null | undefined;
}

const defaultRegion = 'us-east-1';
/** Host of Amazon's services, below which every region has its own. */
export const s3Service = 'amazonaws.com';

/** Opens an S3 bucket, or one of a compatible service; files are stored as `<run>/<name>`. */
export function openS3(fields: S3Fields): OpenStorageDestination {
  return async (context) => {
    const { S3Client, PutObjectCommand } = await loadOptionalPackage(
      '@aws-sdk/client-s3',
      'store files in S3',
      () => import('@aws-sdk/client-s3'),
    );
    const { s3_bucket: bucket, ...access } = await revealFields(fields, endpointOf(fields), context);
    const client = new S3Client({ ...ownConfig(access), requestHandler: s3RequestHandler(context) });
    const folder = uploadFolder(null, context);
    return {
      async put({ file, content, contentType }) {
        const key = `${folder}/${file.filename}`;
        const command = new PutObjectCommand({
          Bucket: bucket,
          Key: key,
          // Handed through to `s3RequestHandler`, which sends it part by part.
          Body: content as never,
          ContentLength: content.size,
          ContentType: contentType,
        });
        signDigest(command, file.checksum);
        await client.send(command, { abortSignal: context.signal }).catch((cause: unknown) => {
          throw asFailure(cause, bucket, context);
        });
        return `s3://${bucket}/${key}`;
      },
      async [Symbol.asyncDispose]() {
        client.destroy();
      },
    };
  };
}

/** Signs the content by the digest that it was stored with; the SDK cannot compute it without reading all of the content. */
function signDigest(command: PutObjectCommand, checksum: string): void {
  command.middlewareStack.add(
    (next) => (call) => {
      const { headers } = call.request as { readonly headers: Record<string, string> };
      headers['x-amz-content-sha256'] = checksum.replace(/^sha256:/, '');
      return next(call);
    },
    { step: 'build' },
  );
}

function endpointOf(fields: Pick<S3Fields, 's3_endpoint_url' | 'region_name'>): string {
  return fields.s3_endpoint_url || `https://s3.${fields.region_name || defaultRegion}.${s3Service}`;
}

/** Every setting that the SDK would otherwise look up in the environment or in files of the host. */
function ownConfig(access: Omit<S3Fields, 's3_bucket'>) {
  const region = access.region_name || defaultRegion;
  return {
    region,
    endpoint: endpointOf(access),
    forcePathStyle: Boolean(access.s3_endpoint_url),
    credentials: { accessKeyId: access.aws_access_key_id, secretAccessKey: access.aws_secret_access_key },
    defaultsMode: 'standard',
    // A failed attempt is the block's to repeat: its retries are on record.
    maxAttempts: 1,
    retryMode: 'standard',
    authSchemePreference: [],
    disableS3ExpressSessionAuth: true,
    expectContinueHeader: false,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    sigv4aSigningRegionSet: [region],
    useArnRegion: false,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    userAgentAppId: 'runwright',
    defaultUserAgentProvider: async () => [['runwright']],
  } satisfies ConstructorParameters<typeof import('@aws-sdk/client-s3').S3Client>[0];
}

function asFailure(cause: unknown, bucket: string, context: BlockContext): unknown {
  context.signal.throwIfAborted();
  const inner = RunwrightError.is(cause) ? cause : cause instanceof Error ? cause.cause : null;
  if (RunwrightError.is(inner)) return inner;
  const { name, message, $metadata } = cause as Error & {
    readonly $metadata?: { readonly httpStatusCode?: number };
  };
  const status = $metadata?.httpStatusCode ?? 0;
  return new RunwrightError(
    'block_failed',
    `Cannot store a file in the bucket \`${bucket}\`: the storage responded ${status === 0 ? '' : `HTTP ${status} `}\`${name}\`: ${message}. Check bucket, region and keys.`,
    { cause, retryable: status === 429 || status >= 500 },
  );
}
