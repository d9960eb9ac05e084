// Builds the page into a folder:  node src/checkout/build-page.ts <folder>

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('No folder given. Usage: node src/checkout/build-page.ts <folder>');
const outDir = resolve(folder);

await build({
  configFile: false,
  envFile: false,
  root: join(import.meta.dirname, '../..'),
  // Relative addresses: the page works under any prefix.
  base: './',
  logLevel: 'warn',
  publicDir: false,
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    // A data: URL would need an exception in the policy of the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      onwarn(warning, warn) {
        // `use client` of React libraries is for servers that render.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
});
await compressFiles(join(outDir, 'assets'));

/** Writes a compressed copy beside each text file, which the HTTP adapter sends to browsers that take it. */
async function compressFiles(path: string): Promise<void> {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
  for (const name of await readdir(path)) {
    if (!/\.(?:js|css|svg)$/.test(name)) continue;
    const bytes = await readFile(join(path, name));
    await writeFile(join(path, `${name}.gz`), await promisify(gzip)(bytes));
    await writeFile(join(path, `${name}.br`), await promisify(brotliCompress)(bytes, quality));
  }
}
