import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type OutputChunk } from 'rolldown';
import { beforeAll, describe, expect, it } from 'vitest';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
let chunk: OutputChunk;
let parser: OutputChunk;

beforeAll(async () => {
  chunk = await bundled('index.ts');
  parser = await bundled('parse-template.ts');
});

/** An entry and all that it needs as one minified file. */
async function bundled(entry: string): Promise<OutputChunk> {
  const { output } = await build({
    input: fileURLToPath(new URL(entry, import.meta.url)),
    platform: 'browser',
    write: false,
    output: { format: 'esm', minify: true },
  });
  expect(output).toHaveLength(1);
  return output[0];
}

/** Bytes that the README gives for an entry at most. */
function mostBytes(pattern: RegExp): number {
  const [, most = ''] = pattern.exec(readme) ?? [];
  return Number(most.replaceAll(',', ''));
}

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

  it('stays at or below the size that the README gives, 60,000 bytes with gzip', () => {
    const size = gzipSync(chunk.code).length;
    console.log(`@runwright/jinja: ${Buffer.byteLength(chunk.code)} bytes minified, ${size} gzipped`);
    const most = mostBytes(/at most ([\d,]+) bytes, minified and gzipped/);
    expect(most).toBeLessThanOrEqual(60_000);
    expect(size).toBeLessThanOrEqual(most);
  });
});

describe('the entry `parse` as one minified file', () => {
  it('imports nothing', () => {
    expect(parser.imports).toEqual([]);
    expect(parser.dynamicImports).toEqual([]);
  });

  it('stays at or below the size that the README gives, 15,000 bytes with gzip', () => {
    const size = gzipSync(parser.code).length;
    console.log(`@runwright/jinja/parse: ${Buffer.byteLength(parser.code)} bytes minified, ${size} gzipped`);
    const most = mostBytes(/`@runwright\/jinja\/parse` alone at most ([\d,]+)/);
    expect(most).toBeLessThanOrEqual(15_000);
    expect(size).toBeLessThanOrEqual(most);
  });

  it('holds the parser and no filter, method or printer of values', () => {
    const modules = Object.keys(parser.modules).map((path) => path.replace(/^.*\/src\//, ''));
    expect(
      modules.filter((path) => /^(?:compile|filters|methods|operate|print|value|format)\//.test(path)),
    ).toEqual([]);
  });
});
