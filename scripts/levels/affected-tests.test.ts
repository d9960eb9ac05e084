import { join } from 'node:path';
import { expect, it } from 'vitest';
import { affectedTests, readWorkspace, type Workspace } from './affected-tests.ts';

const workspace: Workspace = new Map([
  ['packages/contract', { name: '@runwright/contract', dependencies: [] }],
  ['packages/jinja', { name: '@runwright/jinja', dependencies: [] }],
  ['packages/core', { name: '@runwright/core', dependencies: ['@runwright/contract'] }],
  ['packages/cli', { name: 'runwright', dependencies: ['@runwright/core'] }],
]);
const tests = [
  'packages/jinja/src/a.test.ts',
  'packages/jinja/src/a.browser.test.ts',
  'packages/core/src/b.test.ts',
  'packages/core/src/b.service.test.ts',
  'packages/cli/src/c.browser.test.ts',
  'packages/cli/src/c.console.test.ts',
  'scripts/d.test.ts',
  'scripts/d.service.test.ts',
];
const affected = (...changed: readonly string[]) => affectedTests(changed, tests, workspace);

it('a source affects the tests with processes of its package and of those that depend on it by others', () => {
  expect(affected('packages/contract/src/run.ts')).toEqual([
    'packages/core/src/b.service.test.ts',
    'packages/cli/src/c.browser.test.ts',
    'packages/cli/src/c.console.test.ts',
    'scripts/d.test.ts',
    'scripts/d.service.test.ts',
  ]);
  expect(affected('packages/jinja/src/a.ts')).toEqual([
    'packages/jinja/src/a.browser.test.ts',
    'scripts/d.test.ts',
    'scripts/d.service.test.ts',
  ]);
});

it('a test affects itself, which Vitest finds, and what reads the whole repository', () => {
  expect(affected('packages/core/src/b.test.ts')).toEqual(['scripts/d.test.ts']);
});

it('a file that is no module affects all tests of its package, which may read it', () => {
  expect(affected('packages/jinja/README.md')).toEqual([
    'packages/jinja/src/a.test.ts',
    'packages/jinja/src/a.browser.test.ts',
    'scripts/d.test.ts',
  ]);
});

it('no change affects no test', () => {
  expect(affected()).toEqual([]);
});

it('reads the packages of this repository', () => {
  const found = readWorkspace(join(import.meta.dirname, '../..'));
  expect(found.get('packages/core')?.dependencies).toContain('@runwright/contract');
  expect(found.get('packages/cli')?.dependencies).toContain('@runwright/core');
  expect([...found.keys()]).toEqual(expect.arrayContaining(['examples', 'fixtures', 'packages/console']));
});
