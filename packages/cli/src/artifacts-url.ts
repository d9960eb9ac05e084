import { RunwrightError } from '@runwright/contract';

/** A place in a service that speaks S3. */
export interface ArtifactsPlace {
  readonly bucket: string;
  readonly prefix?: string;
  readonly region?: string;
  readonly endpoint?: string;
}

/** Parameters that an address may have. */
const known = ['region', 'endpoint'];

/**
 * Reads an address such as `s3://bucket/prefix?region=eu-central-1&endpoint=https://minio.example:9000`. Throws `invalid_input` for
 * another scheme, a missing bucket, keys in the address, or a parameter that does not exist.
 */
export function parseArtifactsUrl(text: string): ArtifactsPlace {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || url.host === '')
    throw invalid('it is not an address such as `s3://bucket/prefix`');
  if (url.username !== '' || url.password !== '')
    throw invalid('keys do not belong there. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  const unknown = [...url.searchParams.keys()].filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw invalid(`\`${unknown.join('`, `')}\` is unknown. Use \`region\` and \`endpoint\``);
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  const region = url.searchParams.get('region');
  const endpoint = url.searchParams.get('endpoint');
  return {
    bucket: url.host,
    ...(prefix === '' ? {} : { prefix: `${prefix}/` }),
    ...(region === null ? {} : { region }),
    ...(endpoint === null ? {} : { endpoint }),
  };
}

function invalid(why: string): RunwrightError {
  return new RunwrightError('invalid_input', `Cannot use RUNWRIGHT_ARTIFACTS_URL: ${why}.`);
}
