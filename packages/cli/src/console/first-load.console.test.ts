import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { consoleOfTests, watchErrors } from './console.test-helpers.ts';

const maxBytes = 250_000;

describe('the first load of the console', () => {
  const service = consoleOfTests();

  it('is at most 250 kB of compressed files, which the policy of the page allows', async () => {
    const page = await service.open('/sign-in', { signedIn: false });
    await page.getByLabel('API key').waitFor();
    await page.evaluate((text) => sessionStorage.setItem('runwright-api-key', text), service.key);
    const errors = watchErrors(page);
    const files = new Set<string>();
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.startsWith('/console')) files.add(response.url());
    });
    const sizes = new Map<string, number>();
    for (const path of ['/runs', '/runs/new']) {
      files.clear();
      await page.goto(`${service.base}/console${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const loaded = [...files];
      expect(loaded.length).toBeGreaterThan(2);
      for (const url of loaded)
        if (!sizes.has(url)) sizes.set(url, gzipSync(await (await page.request.get(url)).body()).length);
      const total = loaded.reduce((sum, url) => sum + (sizes.get(url) ?? 0), 0);
      console.log(`first load of ${path}: ${Math.round(total / 1000)} kB in ${loaded.length} files`);
      expect(total, path).toBeLessThanOrEqual(maxBytes);
    }
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
