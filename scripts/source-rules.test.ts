import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Manifest } from './layers.ts';
import { referenceGaps, ruleViolations, type TsConfig } from './source-rules.ts';

const root = join(import.meta.dirname, '..');
const members = [
  ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`),
  ...['examples', 'benchmarks', 'fixtures'].filter((folder) =>
    existsSync(join(root, folder, 'package.json')),
  ),
];

describe('source rules', () => {
  for (const folder of [...members, 'scripts']) {
    it(`${folder} keeps the rules on length and banned calls`, () => {
      const files = sources(folder).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
      expect(
        files.filter(({ path }) => !path.startsWith('scripts/source-rules')).flatMap(ruleViolations),
      ).toEqual([]);
    });
  }

  for (const folder of members) {
    it(`${folder} refers to the projects that it depends on`, () => {
      const config: TsConfig = JSON.parse(readFileSync(join(root, folder, 'tsconfig.json'), 'utf8'));
      expect(referenceGaps(folder, manifest(folder), config, folderOf())).toEqual([]);
    });
  }

  it('builds every member from the root', () => {
    const config: TsConfig = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
    expect(config.references?.map(({ path }) => path).sort()).toEqual([...members, 'scripts'].sort());
  });
});

describe('breaches', () => {
  const found = (path: string, text: string) => ruleViolations({ path, text });

  it('finds a source file that is too long, and lets tests and generated files be', () => {
    const text = 'x;\n'.repeat(401);
    expect(found('packages/core/src/engine.ts', text)).toEqual([
      'packages/core/src/engine.ts: 401 lines, at most 400; split it by concept',
    ]);
    expect(found('packages/core/src/engine.ts', 'x;\n'.repeat(400))).toEqual([]);
    expect(found('packages/core/src/engine.test.ts', text)).toEqual([]);
    expect(found('packages/client/src/generated.ts', text)).toEqual([]);
  });

  it.each([
    ['packages/core/src/a.test.ts', "vi.mock('./b.ts');"],
    ['packages/core/src/a.test.ts', "it.skip('later', () => {});"],
    ['packages/core/src/a.test.ts', "describe.only('this', () => {});"],
    ['packages/core/src/a.test.ts', "it.skip.each([1])('later', () => {});"],
    ['packages/core/src/a.ts', 'const home = process.env.HOME;'],
    ['packages/core/src/a.ts', "const home = process['env'].HOME;"],
    ['benchmarks/run.ts', 'const { CI } = process.env;'],
    ['packages/jinja/src/a.ts', 'return eval(text);'],
    ['packages/http-adapter/src/a.ts', "import { a } from '../../core/src/engine.ts';"],
    ['benchmarks/run.ts', "const a = await import('../packages/jinja/src/lexer.ts');"],
    ['packages/jinja/src/a.ts', "return new Function('a', text);"],
    ['packages/core/src/files/a.ts', "const folder = '/v1/files/';"],
    ['packages/agent/src/blocks/a.ts', 'steps: Type.Integer({ default: 25 }),'],
    ['examples/embed.ts', 'await using engine = await createEngine();'],
  ])('finds in %s the banned call `%s`', (path, line) => {
    const [only, ...others] = found(path, `const before = 1;\n${line}\n`);
    expect(only).toMatch(new RegExp(`^${path}:2: `));
    expect(others).toEqual([]);
  });

  it.each([
    ['packages/cli/src/compose.ts', 'const key = process.env.OPENAI_API_KEY;'],
    ['examples/embed.ts', 'const key = process.env.OPENAI_API_KEY;'],
    ['packages/core/src/a.ts', '// there is no eval() here'],
    ['packages/core/src/a.test.ts', 'steps: Type.Integer({ default: 25 }),'],
    ['packages/agent/src/blocks/a.ts', 'steps: Type.Integer({ default: defaults.agent.steps }),'],
    ['packages/core/src/blocks/a.ts', "import { render } from '../render.ts';"],
    ['packages/core/src/a.ts', ' * reads no process.env'],
    ['packages/driver-playwright/src/a.ts', "await page.$eval('a', read);"],
    ['packages/jinja/src/a.test.ts', 'render("{{ eval(1) }}", {});'],
    ['packages/driver-playwright/src/a.test.ts', "describe.skipIf(!chromium)('in a browser', () => {});"],
  ])('lets %s have `%s`', (path, line) => {
    expect(found(path, line)).toEqual([]);
  });
});

describe('referenceGaps', () => {
  const folders = new Map([
    ['@runwright/contract', 'packages/contract'],
    ['@runwright/core', 'packages/core'],
  ]);
  const depends = (...names: readonly string[]): Manifest => ({
    name: '@runwright/store-sql',
    dependencies: Object.fromEntries(names.map((name) => [name, 'workspace:*'])),
  });
  const refers = (...paths: readonly string[]): TsConfig => ({ references: paths.map((path) => ({ path })) });

  it('names the dependency that has no reference', () => {
    const gaps = referenceGaps(
      'packages/store-sql',
      depends('@runwright/contract', 'kysely'),
      refers(),
      folders,
    );
    expect(gaps).toEqual([
      'packages/store-sql/tsconfig.json has no reference to `packages/contract`, a dependency',
    ]);
  });

  it('names the reference that is no dependency', () => {
    const gaps = referenceGaps('packages/store-sql', depends(), refers('../core'), folders);
    expect(gaps).toEqual([
      'packages/store-sql/tsconfig.json refers to `packages/core`, which is no dependency',
    ]);
  });

  it('is silent when both say the same', () => {
    const config = refers('../contract', '../core');
    const gaps = referenceGaps(
      'packages/store-sql',
      depends('@runwright/contract', '@runwright/core'),
      config,
      folders,
    );
    expect(gaps).toEqual([]);
  });
});

function sources(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : sources(path);
    return /\.(?:ts|mjs)$/.test(entry.name) ? [path] : [];
  });
}

function manifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
}

function folderOf(): ReadonlyMap<string, string> {
  return new Map(members.map((folder) => [manifest(folder).name, folder]));
}
