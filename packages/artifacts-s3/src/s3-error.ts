import { RunwrightError } from '@runwright/contract';

/** What is read of an error of the SDK. */
interface ServiceError extends Error {
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** Whether the service said that there is no such object; it says so without a body to a HEAD request. */
export function isMissing(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === 'NoSuchBucket') return false;
  return error.name === 'NoSuchKey' || error.name === 'NotFound';
}

/** Whether the connection broke after the service had begun to answer. */
export function isBroken(error: unknown): boolean {
  return error instanceof Error && !('$metadata' in error) && 'code' in error && error.code === 'ECONNRESET';
}

/** Wraps an error of the SDK as `internal`. */
export function s3Error(cause: unknown, attempted: string, bucket: string): RunwrightError {
  const { name, message, $metadata } = cause as ServiceError;
  const status = $metadata?.httpStatusCode;
  const answer = status === undefined ? `\`${name}\`: ${message}` : `HTTP ${status} \`${name}\`: ${message}`;
  return new RunwrightError(
    'internal',
    `Cannot ${attempted} in the bucket \`${bucket}\`: ${answer}. Check that the bucket exists, the region, the keys and their rights.`,
    { cause, retryable: status === undefined || status === 429 || status >= 500 },
  );
}
