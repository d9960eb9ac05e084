import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { departures, law, type Manifest } from './layers.ts';

const packages = join(import.meta.dirname, '../packages');

describe('the law of imports', () => {
  for (const folder of readdirSync(packages)) {
    it(`${folder} depends only on what the law allows`, () => {
      const manifest: Manifest = JSON.parse(readFileSync(join(packages, folder, 'package.json'), 'utf8'));
      expect(departures(folder, manifest)).toEqual([]);
    });
  }

  it('is the one that CONTRIBUTING.md shows', () => {
    const text = readFileSync(join(import.meta.dirname, '../CONTRIBUTING.md'), 'utf8');
    expect(Object.keys(law).filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('departures', () => {
  it('names the package and the dependency that the law forbids', () => {
    const found = departures('agent', {
      name: '@runwright/agent',
      dependencies: { '@runwright/contract': 'workspace:*', '@runwright/core': 'workspace:*' },
    });
    expect(found).toEqual([
      '`agent` may not depend on `@runwright/core`; the law allows `@runwright/contract`, `@runwright/sandbox`, `nunjucks`.',
    ]);
  });

  it('counts peer and optional dependencies as shipped', () => {
    const manifest = {
      name: '@runwright/jinja',
      peerDependencies: { nunjucks: '3' },
      optionalDependencies: { xstate: '5' },
    };
    expect(departures('jinja', manifest)).toEqual([
      '`jinja` may not depend on `nunjucks`; the law allows nothing.',
      '`jinja` may not depend on `xstate`; the law allows nothing.',
    ]);
  });

  it('lets tests use the testing package and any library, but no other package of ours', () => {
    const manifest = {
      name: '@runwright/agent',
      devDependencies: {
        '@runwright/testing': 'workspace:*',
        '@runwright/core': 'workspace:*',
        '@types/nunjucks': '3',
      },
    };
    expect(departures('agent', manifest)).toEqual([
      '`agent` may not use `@runwright/core` even in tests; besides its law they may use `@runwright/testing`.',
    ]);
  });

  it('lets a star stand for a family of names', () => {
    const manifest = {
      name: '@runwright/http-adapter',
      dependencies: { '@fastify/cors': '11', '@elsewhere/cors': '1' },
    };
    expect(departures('http-adapter', manifest)).toHaveLength(1);
  });

  it('asks for a row when a package has none', () => {
    expect(departures('newcomer', { name: '@runwright/newcomer' })).toEqual([
      '`newcomer` has no row in the law of imports; add one to scripts/layers.ts and CONTRIBUTING.md.',
    ]);
  });

  it('allows anything where the law says null', () => {
    expect(departures('cli', { name: 'runwright', dependencies: { anything: '1' } })).toEqual([]);
  });
});
