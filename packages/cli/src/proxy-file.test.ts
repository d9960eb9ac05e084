import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testProxyProvider } from '@runwright/testing/suites';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readProxyFile } from './proxy-file.ts';

testProxyProvider('readProxyFile', async () => ({
  provider: await read(
    'RESIDENTIAL_DE: http://user:password@proxy.test:8080\nUS-CA-Oakland: socks5://proxy.test:1080',
  ),
  known: ['RESIDENTIAL_DE', 'DE', 'US-CA-Oakland'],
  unknown: 'RESIDENTIAL_FR',
}));

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runwright-proxies-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(text: string) {
  const path = join(folder, 'proxies.yaml');
  await writeFile(path, text);
  return readProxyFile(path);
}

describe('the file of proxies', () => {
  it('is read as the documentation shows it', async () => {
    const page = await readFile(new URL('../../../docs/hosting.md', import.meta.url), 'utf8');
    const { resolve } = await read(/```yaml\n(RESIDENTIAL[\s\S]*?)```/.exec(page)?.[1] ?? '');
    const { signal } = new AbortController();
    expect(await resolve('RESIDENTIAL_DE', { signal })).toBe('socks5://user:password@de.proxy.example:1080');
    expect(await resolve('US-CA-Oakland', { signal })).toContain('@proxy.example:8080');
  });

  it('maps locations and geo targets; a country is its location, a city has no case', async () => {
    const { resolve } = await read(
      [
        'RESIDENTIAL: http://user:word@us.example:8080',
        'RESIDENTIAL_DE: socks5://de.example:1080',
        'US-CA-Oakland: https://oakland.example',
        'FR-Aix-en-Provence: https://aix.example',
      ].join('\n'),
    );
    const signal = new AbortController().signal;
    const found = (location: string) => resolve(location, { signal });
    expect(await found('RESIDENTIAL')).toBe('http://user:word@us.example:8080');
    expect(await found('RESIDENTIAL_DE')).toBe('socks5://de.example:1080');
    expect(await found('DE')).toBe('socks5://de.example:1080');
    expect(await found('US-CA-oakland')).toBe('https://oakland.example');
    expect(await found('FR-Aix-en-Provence')).toBe('https://aix.example');
    expect(await found('US')).toBe('http://user:word@us.example:8080');
    expect(await found('US-CA')).toBeNull();
    expect(await found('DE-Berlin')).toBeNull();
    expect(await found('RESIDENTIAL_FR')).toBeNull();
  });

  it.each([
    ['RESIDENTIAL_XX: http://a.example', '`RESIDENTIAL_XX` in'],
    ['NONE: http://a.example', '`NONE` in'],
    ['US-CA-Oakland: http://a.example\nUS-CA-OAKLAND: http://b.example', 'twice'],
    ['US-NY: ftp://user:hidden@a.example', '`US-NY` in'],
    ['RESIDENTIAL: 7', '`RESIDENTIAL` in'],
    ['- http://user:hidden@a.example', 'is not an object'],
    ['{ "RESIDENTIAL": "http://user:hidden@a.example"', 'it is not YAML or JSON'],
  ])('%s is refused without showing credentials', async (text, part) => {
    const error = await read(text).catch((reason: unknown) => String(reason));
    expect(error).toContain(part);
    expect(error).not.toContain('hidden');
  });

  it('that does not exist is named with the reason', async () => {
    await expect(readProxyFile(join(folder, 'none.yaml'))).rejects.toThrow(/none\.yaml`: `ENOENT`/);
  });
});
