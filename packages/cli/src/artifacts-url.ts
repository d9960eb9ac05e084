import { RunwrightError } from '@runwright/contract';

/** A place in a service that speaks S3. */
export interface ArtifactsPlace {
  readonly bucket: string;
  readonly prefix?: string;
  readonly region?: string;
  readonly endpoint?: string;
  /** Absent: all bytes pass the process. */
  readonly presignedLinks?: { readonly expiresInSeconds: number; readonly endpoint?: string };
}

/** Parameters that an address may have. */
const known = ['region', 'endpoint', 'presigned_links', 'public_endpoint'];

/**
 * Reads an address such as `s3://bucket/prefix?region=eu-central-1&endpoint=https://minio.example:9000`; `presigned_links` are the
 * seconds that links to the service work. Throws `invalid_input` for another scheme, a missing bucket, keys in the address, or a
 * parameter that does not exist or has a wrong value.
 */
export function parseArtifactsUrl(text: string): ArtifactsPlace {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || url.host === '')
    throw invalid('it is not an address such as `s3://bucket/prefix`');
  if (url.username !== '' || url.password !== '')
    throw invalid('keys do not belong there. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  const unknown = [...url.searchParams.keys()].filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw invalid(`\`${unknown.join('`, `')}\` is unknown. Use \`${known.join('`, `')}\``);
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  const region = url.searchParams.get('region');
  const endpoint = url.searchParams.get('endpoint');
  if (endpoint !== null && !isHttp(endpoint))
    throw invalid('`endpoint` has to be an address such as `https://minio.example:9000`');
  return {
    bucket: url.host,
    ...(prefix === '' ? {} : { prefix: `${prefix}/` }),
    ...(region === null ? {} : { region }),
    ...(endpoint === null ? {} : { endpoint }),
    ...presignedLinksOf(url.searchParams),
  };
}

function presignedLinksOf(parameters: URLSearchParams): Pick<ArtifactsPlace, 'presignedLinks'> {
  const seconds = parameters.get('presigned_links');
  const endpoint = parameters.get('public_endpoint');
  if (seconds === null) {
    if (endpoint === null) return {};
    throw invalid('`public_endpoint` is for links. Add `presigned_links=60`, or remove it');
  }
  const expiresInSeconds = Number(seconds);
  if (!/^\d+$/.test(seconds) || expiresInSeconds < 1 || expiresInSeconds > 604_800)
    throw invalid(
      `\`presigned_links\` has to be the seconds that a link works, 1 to 604800, not \`${seconds}\``,
    );
  if (endpoint !== null && !isHttp(endpoint))
    throw invalid('`public_endpoint` has to be an address such as `https://files.example`');
  return { presignedLinks: { expiresInSeconds, ...(endpoint === null ? {} : { endpoint }) } };
}

function isHttp(address: string): boolean {
  return /^https?:$/.test(URL.parse(address)?.protocol ?? '');
}

function invalid(why: string): RunwrightError {
  return new RunwrightError('invalid_input', `Cannot use RUNWRIGHT_ARTIFACTS_URL: ${why}.`);
}
