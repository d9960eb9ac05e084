import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { avoidedTerms, exportedNames, findAvoidedTerms, splitName } from './glossary.ts';
import { exceptions } from './glossary-exceptions.ts';

const root = join(import.meta.dirname, '..');
const terms = avoidedTerms(readFileSync(join(root, 'docs/glossary.md'), 'utf8'));
const findings = sources().flatMap((path) =>
  findAvoidedTerms({ path, text: readFileSync(join(root, path), 'utf8') }, terms),
);

describe('names of files and exports', () => {
  it('use the standard terms of docs/glossary.md', () => {
    const unexpected = findings.filter(({ path, name }) => !exceptions.includes(`${path}: ${name}`));
    expect(
      unexpected.map(
        ({ path, name, term, standard }) => `${path}: \`${name}\` has \`${term}\`; use: ${standard}`,
      ),
    ).toEqual([]);
  });

  it('need every exception', () => {
    const found = new Set(findings.map(({ path, name }) => `${path}: ${name}`));
    expect(exceptions.filter((entry) => !found.has(entry))).toEqual([]);
  });
});

it('reads single words and phrases from the glossary', () => {
  const glossary = '# Glossary\n\n## Words that are not used\n\n| not used | standard term |\n|---|---|\n';
  expect(avoidedTerms(`${glossary}| \`lane\`, \`carry out\` | concurrency key |\n`)).toEqual([
    { words: ['lane'], standard: 'concurrency key' },
    { words: ['carry', 'out'], standard: 'concurrency key' },
  ]);
  expect(terms.length).toBeGreaterThan(20);
});

it('finds a term as a whole word of a file name or an exported name', () => {
  const text = 'export const planeOf = 1;\nexport async function carryOutBlock() {}\nconst lane = 2;\n';
  const found = findAvoidedTerms({ path: 'packages/core/src/run-lanes.ts', text }, [
    { words: ['lane'], standard: 'concurrency key' },
    { words: ['lanes'], standard: 'concurrency key' },
    { words: ['carry', 'out'], standard: 'execute' },
  ]);
  expect(found.map(({ name, term }) => [name, term])).toEqual([
    ['run-lanes', 'lanes'],
    ['carryOutBlock', 'carry out'],
  ]);
});

it('splits names in every notation', () => {
  expect(splitName('parseHTMLText')).toEqual(['parse', 'html', 'text']);
  expect(splitName('RUN_LANES')).toEqual(['run', 'lanes']);
  expect(splitName('run-lanes.test')).toEqual(['run', 'lanes', 'test']);
});

it('reads declared exports of every kind', () => {
  const text = 'export type A = 1;\nexport interface B {}\nexport class C {}\nexport function* d() {}\n';
  expect(exportedNames(text)).toEqual(['A', 'B', 'C', 'd']);
});

function sources(): readonly string[] {
  return readdirSync(join(root, 'packages')).flatMap((folder) => {
    const path = `packages/${folder}/src`;
    return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${path}/${name.replaceAll('\\', '/')}`);
  });
}
