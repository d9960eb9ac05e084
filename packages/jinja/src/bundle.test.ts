import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type OutputChunk } from 'rolldown';
import { beforeAll, describe, expect, it } from 'vitest';

let chunk: OutputChunk;

beforeAll(async () => {
  const { output } = await build({
    input: fileURLToPath(new URL('index.ts', import.meta.url)),
    platform: 'browser',
    write: false,
    output: { format: 'esm', minify: true },
  });
  expect(output).toHaveLength(1);
  [chunk] = output;
});

describe('the package as one minified file', () => {
  it('imports nothing, neither a package nor a part of Node', () => {
    expect(chunk.imports).toEqual([]);
    expect(chunk.dynamicImports).toEqual([]);
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('peerDependencies');
    for (const name of builtinModules) expect(chunk.code).not.toContain(`node:${name}`);
    expect(chunk.code).not.toMatch(/\b(?:process|Buffer|require|__dirname)\b(?!['"`])/);
  });

  it('compiles no text to code', () => {
    expect(chunk.code).not.toMatch(/\beval\s*\(|\bFunction\s*\(/);
  });

  it('stays at or below the size that the README gives', () => {
    const size = Buffer.byteLength(chunk.code);
    console.log(`@runwright/jinja: ${size} bytes minified, ${gzipSync(chunk.code).length} gzipped`);
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const [, most = ''] = /at most ([\d,]+) bytes minified/.exec(readme) ?? [];
    expect(size).toBeLessThanOrEqual(Number(most.replaceAll(',', '')));
  });
});
