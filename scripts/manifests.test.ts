import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const packages = join(import.meta.dirname, '../packages');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly publishConfig?: { readonly exports?: Readonly<Record<string, unknown>> };
  readonly [member: string]: unknown;
}

const manifests = readdirSync(packages).map((folder): readonly [string, Manifest] => [
  folder,
  JSON.parse(readFileSync(join(packages, folder, 'package.json'), 'utf8')),
]);

describe.each(manifests)('the manifest of %s', (folder, manifest) => {
  it('says where the package comes from and what it is about', () => {
    const home = 'https://github.com/runwright/runwright';
    expect(manifest).toMatchObject({
      description: expect.stringMatching(/\S/),
      homepage: `${home}/tree/main/packages/${folder}#readme`,
      bugs: `${home}/issues`,
      repository: { type: 'git', url: `git+${home}.git`, directory: `packages/${folder}` },
      license: 'Apache-2.0',
      publishConfig: { access: 'public', provenance: true },
    });
    expect(manifest.keywords).not.toHaveLength(0);
  });

  it('builds before it is packed, and ships the sources that its maps point at', () => {
    expect(manifest.scripts).toMatchObject({ prepack: 'node ../../scripts/prepack.mjs' });
    expect(manifest.files).toEqual(
      expect.arrayContaining(['dist', 'src', '!dist/*.tsbuildinfo', '!{dist,src}/**/*.test[.-]*']),
    );
  });

  it('publishes the built file of every entry', () => {
    const built = Object.fromEntries(
      Object.entries(manifest.exports ?? {}).flatMap(([entry, source]) => {
        // Helpers of tests are entries in the checkout only.
        if (String(source).endsWith('.test-helpers.ts')) return [];
        if (!String(source).endsWith('.ts')) return [[entry, source]];
        const path = String(source).replace('./src/', './dist/').replace(/\.ts$/, '');
        return [[entry, { types: `${path}.d.ts`, default: `${path}.js` }]];
      }),
    );
    expect(manifest.publishConfig?.exports ?? {}).toEqual(built);
  });

  it('stands beside a README that names the package and installs it', () => {
    const path = join(packages, folder, 'README.md');
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    expect(text.startsWith(`# ${manifest.name}\n`)).toBe(true);
    expect(text).toMatch(new RegExp(`^npm install (?:.* )?${manifest.name}(?: |$)`, 'm'));
  });
});

it('all packages have one version', () => {
  expect(new Set(manifests.map(([, { version }]) => version)).size).toBe(1);
});
