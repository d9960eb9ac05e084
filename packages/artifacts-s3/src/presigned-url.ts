import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { type PresignOptions, RunwrightError } from '@runwright/contract';

/** Longest life of a presigned URL that S3 takes, in seconds: a week. */
const maxExpiresInSeconds = 604_800;

/** Headers of the answer, the seconds that the URL works, and when they begin, by default now. */
export interface PresignedUrlOptions
  extends Pick<PresignOptions, 'contentType' | 'contentDisposition' | 'cacheControl'> {
  readonly expiresInSeconds: number;
  readonly signingDate?: Date;
}

/** Returns the seconds that URLs work, by default 60. Throws `invalid_input` for what S3 does not take. */
export function checkedLinkSeconds(seconds = 60): number {
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= maxExpiresInSeconds) return seconds;
  throw new RunwrightError(
    'invalid_input',
    `Presigned links cannot expire in \`${seconds}\` seconds: S3 takes whole numbers from 1 to ${maxExpiresInSeconds}.`,
  );
}

/** Signs a GET of the object; no call is made. The headers of the answer are part of what is signed. */
export async function presignedUrl(
  client: S3Client,
  object: { readonly Bucket: string; readonly Key: string },
  { contentType, contentDisposition, cacheControl, expiresInSeconds, signingDate }: PresignedUrlOptions,
): Promise<string> {
  const command = new GetObjectCommand({
    ...object,
    ResponseContentType: contentType,
    ResponseCacheControl: cacheControl,
    ...(contentDisposition === undefined ? {} : { ResponseContentDisposition: contentDisposition }),
  });
  return await getSignedUrl(client, command, {
    expiresIn: expiresInSeconds,
    ...(signingDate === undefined ? {} : { signingDate }),
  });
}
