import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { consoleOfTests, watchErrors } from './console.test-helpers.ts';

const maxBytes = 250_000;

describe('the first load of the console', () => {
  const service = consoleOfTests();

  it.each(['/runs', '/runs/new'])(
    'of %s is at most 250 kB of compressed files, which its policy allows',
    async (path) => {
      const page = await service.open(path, { signedIn: false });
      await page.getByLabel('API key').waitFor();
      await page.evaluate((text) => sessionStorage.setItem('runwright-api-key', text), service.key);
      const errors = watchErrors(page);
      const files: string[] = [];
      page.on('response', (response) => {
        if (new URL(response.url()).pathname.startsWith('/console')) files.push(response.url());
      });
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(files.length).toBeGreaterThan(2);
      const sizes = await Promise.all(
        files.map(async (url) => gzipSync(await (await page.request.get(url)).body()).length),
      );
      const total = sizes.reduce((sum, size) => sum + size, 0);
      console.log(`first load of ${path}: ${Math.round(total / 1000)} kB in ${sizes.length} files`);
      expect(total).toBeLessThanOrEqual(maxBytes);
      // Nothing that the policy of the page refuses.
      expect(errors).toEqual([]);
      await page.context().close();
    },
  );
});
