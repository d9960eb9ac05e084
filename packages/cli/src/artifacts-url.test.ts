import { describe, expect, it } from 'vitest';
import { parseArtifactsUrl } from './artifacts-url.ts';

describe('parseArtifactsUrl', () => {
  it('reads bucket, prefix, region and endpoint', () => {
    expect(parseArtifactsUrl('s3://runs')).toEqual({ bucket: 'runs' });
    const text = 's3://runs/production/eu/?region=eu-central-1&endpoint=http://127.0.0.1:9000';
    expect(parseArtifactsUrl(text)).toEqual({
      bucket: 'runs',
      prefix: 'production/eu/',
      region: 'eu-central-1',
      endpoint: 'http://127.0.0.1:9000',
    });
  });

  it('reads how long presigned links work, and the address that they name', () => {
    expect(parseArtifactsUrl('s3://runs?presigned_links=60')).toEqual({
      bucket: 'runs',
      presignedLinks: { expiresInSeconds: 60 },
    });
    const text =
      's3://runs?endpoint=http://s3:8333&presigned_links=300&public_endpoint=https://files.example';
    expect(parseArtifactsUrl(text)).toEqual({
      bucket: 'runs',
      endpoint: 'http://s3:8333',
      presignedLinks: { expiresInSeconds: 300, endpoint: 'https://files.example' },
    });
  });

  it.each([
    ['https://bucket.example', 'not an address such as `s3://bucket/prefix`'],
    ['s3:///prefix', 'not an address such as `s3://bucket/prefix`'],
    ['s3://key:secret@runs', 'keys do not belong there'],
    ['s3://runs?zone=1', '`zone` is unknown'],
    ['s3://runs?endpoint=minio:9000', '`endpoint` has to be an address'],
    ['s3://runs?presigned_links=true', 'has to be the seconds that a link works, 1 to 604800, not `true`'],
    ['s3://runs?presigned_links=0', 'has to be the seconds'],
    ['s3://runs?presigned_links=604801', 'has to be the seconds'],
    ['s3://runs?presigned_links=', 'has to be the seconds'],
    ['s3://runs?public_endpoint=https://files.example', 'Add `presigned_links=60`'],
    ['s3://runs?presigned_links=60&public_endpoint=files.example', 'has to be an address'],
  ])('refuses %s', (text, why) => {
    expect(() => parseArtifactsUrl(text)).toThrow(why);
  });
});
