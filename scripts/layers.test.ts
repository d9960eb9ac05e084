import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  dependencyRules,
  dependencyViolations,
  folderLayers,
  type Manifest,
  relativeImports,
  upwardImports,
} from './layers.ts';

const packages = join(import.meta.dirname, '../packages');

describe('the dependencies of packages', () => {
  for (const folder of readdirSync(packages)) {
    it(`${folder} depends only on what its row allows`, () => {
      const manifest: Manifest = JSON.parse(readFileSync(join(packages, folder, 'package.json'), 'utf8'));
      expect(dependencyViolations(folder, manifest)).toEqual([]);
    });
  }

  it('are the ones that CONTRIBUTING.md shows', () => {
    const text = readFileSync(join(import.meta.dirname, '../CONTRIBUTING.md'), 'utf8');
    expect(Object.keys(dependencyRules).filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('a dependency that is not allowed', () => {
  it('is reported with the package and what is allowed', () => {
    const found = dependencyViolations('agent', {
      name: '@runwright/agent',
      dependencies: { '@runwright/contract': 'workspace:*', '@runwright/core': 'workspace:*' },
    });
    expect(found).toEqual([
      '`agent` may not depend on `@runwright/core`; the rules allow `@runwright/contract`, `@runwright/sandbox`, `nunjucks`.',
    ]);
  });

  it('is found among peer and optional dependencies', () => {
    const manifest = {
      name: '@runwright/jinja',
      peerDependencies: { nunjucks: '3' },
      optionalDependencies: { xstate: '5' },
    };
    expect(dependencyViolations('jinja', manifest)).toEqual([
      '`jinja` may not depend on `nunjucks`; the rules allow nothing.',
      '`jinja` may not depend on `xstate`; the rules allow nothing.',
    ]);
  });

  it('is any other package of ours in tests, except the testing package', () => {
    const manifest = {
      name: '@runwright/agent',
      devDependencies: {
        '@runwright/testing': 'workspace:*',
        '@runwright/core': 'workspace:*',
        '@types/nunjucks': '3',
      },
    };
    expect(dependencyViolations('agent', manifest)).toEqual([
      '`agent` may not use `@runwright/core` even in tests; besides its row they may use `@runwright/testing`.',
    ]);
  });

  it('may be matched by a name with a star', () => {
    const manifest = {
      name: '@runwright/http-adapter',
      dependencies: { '@fastify/cors': '11', '@elsewhere/cors': '1' },
    };
    expect(dependencyViolations('http-adapter', manifest)).toHaveLength(1);
  });

  it('is reported for a package without a row', () => {
    expect(dependencyViolations('newcomer', { name: '@runwright/newcomer' })).toEqual([
      '`newcomer` has no row in `dependencyRules`. Add one to scripts/layers.ts and to CONTRIBUTING.md.',
    ]);
  });

  it('cannot exist where the row is null', () => {
    expect(dependencyViolations('cli', { name: 'runwright', dependencies: { anything: '1' } })).toEqual([]);
  });
});

describe.each(Object.entries(folderLayers))('the folders of %s', (name, layers) => {
  const source = join(packages, name, 'src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !/\.test[.-]/.test(path));

  it('import downward only', () => {
    const imports = files.flatMap((path) => relativeImports(path, readFileSync(join(source, path), 'utf8')));
    expect(upwardImports(imports, layers)).toEqual([]);
  });

  it('are all in the list, and the list names no others', () => {
    const found = new Set(
      files.map((path) => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : path)),
    );
    expect([...found].sort()).toEqual([...layers].sort());
  });
});

describe('an import of a higher layer', () => {
  const layers = ['index.ts', 'top', 'top/inner', 'bottom'];

  it('is reported, also when only a type is imported', () => {
    const text =
      "import { a } from './b.ts';\nimport type {\n  C,\n} from '../top/c.ts';\nexport * from '../top/inner/d.ts';\n";
    expect(upwardImports(relativeImports('bottom/a.ts', text), layers)).toEqual([
      '`bottom/a.ts` imports `top/c.ts`, which is in a higher layer. Move what both need further down.',
      '`bottom/a.ts` imports `top/inner/d.ts`, which is in a higher layer. Move what both need further down.',
    ]);
  });

  it('is not one within a folder or to a lower one', () => {
    const text =
      "import { a } from './inner/b.ts';\nimport { b } from './b.ts';\nimport { c } from '../bottom/c.ts';\n";
    expect(upwardImports(relativeImports('top/a.ts', text), layers)).toEqual([]);
  });

  it('cannot be hidden in a folder that is not listed', () => {
    expect(upwardImports([{ from: 'new/a.ts', to: 'top/a.ts' }], layers)).toEqual([
      '`new/a.ts` is in no layer. Name its folder in `folderLayers`.',
    ]);
  });
});
