import { describe, expect, it } from 'vitest';
import { findMissingImports, type PackedManifest } from './check-imports.ts';

const contract: PackedManifest = { name: '@runwright/contract', exports: { '.': {}, './wire': {} } };
const driver: PackedManifest = {
  name: '@runwright/driver',
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  dependencies: { '@runwright/contract': '0.1.0', ws: '8.0.0' },
  peerDependencies: { pg: '8.0.0', vitest: '5.0.0' },
  peerDependenciesMeta: { pg: { optional: true } },
};

function find(files: Readonly<Record<string, string>>): readonly string[] {
  const packed = { paths: new Set(Object.keys(files)), read: (path: string) => files[path] ?? '' };
  return findMissingImports(packed, driver, new Map([[contract.name, contract]]));
}

describe('findMissingImports', () => {
  it('accepts what an installation of the package has', () => {
    const files = {
      'dist/index.js': `
        import { once } from 'node:events';
        import { readFileSync } from 'fs';
        import WebSocket from 'ws';
        import { words } from '@runwright/contract/wire';
        import { part } from './part.js';
        import { it } from 'vitest';
        const pg = () => import('pg');
        const own = () => import('@runwright/driver');
        const worker = new URL('./thread.js', import.meta.url);
        const folder = new URL('../page', import.meta.url);`,
      'dist/part.js': 'export const part = 1;',
      'dist/thread.js': '',
      'dist/index.d.ts': "export { part } from './part.ts'; import type { Pool } from 'pg';",
      'dist/part.d.ts': 'export declare const part: number;',
      'page/index.html': '',
      // No entry leads to it.
      'dist/inner.d.ts': "import type { Inner } from 'bundled-library';",
      'src/index.ts': "import 'library-of-sources';",
    };
    expect(find(files)).toEqual([]);
  });

  it.each([
    ["import 'missing';"],
    ["export * from 'missing';"],
    ["export { a } from 'missing/deep';"],
    ["const load = () => import('missing');"],
    ["const load = () => createRequire(import.meta.url)('missing');"],
    ["createRequire(import.meta.url).resolve('missing/file.wasm');"],
  ])('finds a package that the manifest does not name in `%s`', (code) => {
    expect(find({ 'dist/index.js': code })).toEqual([
      expect.stringMatching(/^`dist\/index\.js` imports `missing.*`package\.json` does not name the package/),
    ]);
  });

  it.each([
    ["import './gone.js';"],
    ["new Worker(new URL('./gone.js', import.meta.url));"],
    ["const entry = isSource ? './gone.ts' : './gone.js';"],
  ])('finds a file that is not packed in `%s`', (code) => {
    expect(find({ 'dist/index.js': code })).toEqual([
      expect.stringContaining('`dist/gone.js` is not packed'),
    ]);
  });

  it('finds an optional package that is loaded with the module', () => {
    expect(find({ 'dist/index.js': "import pg from 'pg';" })).toEqual([
      expect.stringContaining('the package is optional'),
    ]);
  });

  it('finds an entry that another package does not export', () => {
    expect(find({ 'dist/index.js': "import '@runwright/contract/inner';" })).toEqual([
      expect.stringContaining('`@runwright/contract` has no entry `./inner`'),
    ]);
  });

  it('follows the declarations of an entry', () => {
    const files = {
      'dist/index.d.ts': "export * from './part.ts';",
      'dist/part.d.ts': "export type Part = import('missing').Part; export * from './gone.ts';",
    };
    expect(find(files).toSorted()).toEqual([
      expect.stringContaining('`dist/gone.d.ts` is not packed'),
      expect.stringContaining('`dist/part.d.ts` imports `missing`'),
    ]);
  });
});
