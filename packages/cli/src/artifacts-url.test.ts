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

  it.each([
    ['https://bucket.example', 'not an address such as `s3://bucket/prefix`'],
    ['s3:///prefix', 'not an address such as `s3://bucket/prefix`'],
    ['s3://key:secret@runs', 'keys do not belong there'],
    ['s3://runs?zone=1', '`zone` is unknown'],
  ])('refuses %s', (text, why) => {
    expect(() => parseArtifactsUrl(text)).toThrow(why);
  });
});
