import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pathFilters, selectLevels } from './select-levels.ts';

const root = join(import.meta.dirname, '../..');
const names = (args: readonly string[], onPostgres = false) =>
  selectLevels(root, args, onPostgres).map(({ name }) => name);

const everyLevel = ['pure', 'service', 'browser', 'components', 'console'];

it('without paths every level runs, from the cheapest to the most expensive', () => {
  expect(names([])).toEqual(everyLevel);
  expect(names(['--changed', '-t', 'a name'])).toEqual(everyLevel);
});

it('with paths the levels run that have such files', () => {
  expect(names(['./scripts/levels'])).toEqual(['pure', 'service']);
  expect(names(['scripts/levels/print'])).toEqual(['pure']);
  expect(names([join(root, 'scripts/bootstrap.service.test.ts:12')])).toEqual(['service']);
  expect(names(['scripts/docs/samples'])).toEqual(['docs']);
  expect(names(['no-such-test'])).toEqual([]);
});

it('the tests on PostgreSQL belong to the level `service`, or are a level of their own', () => {
  const path = 'core/src/acceptance/lost-worker.test.ts';
  expect(selectLevels(root, [path], false)).toEqual([
    { name: 'pure', projects: ['pure', 'pure on *'] },
    { name: 'service', projects: ['service', 'PostgreSQL'] },
  ]);
  expect(names([path], true)).toEqual(['pure', 'PostgreSQL']);
});

it('with names of projects the tests are one level', () => {
  expect(names(['--project=pure', 'packages/jinja'])).toEqual(['tests']);
  expect(names(['-p', 'pure'])).toEqual(['tests']);
});

it('what stands after an option is not taken for a path', () => {
  expect(pathFilters(['a', '-t', 'b', '--bail=1', 'c'])).toEqual(['a', 'c']);
});
