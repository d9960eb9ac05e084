import { expect, it } from 'vitest';
import { loadOptionalPackage } from './load-optional-package.ts';

/** Not a literal, so that nothing looks for it before it is imported. */
const absent: string = '@runwright/no-such-package';

it('an optional package that is not installed is an error with the line that installs it', async () => {
  await expect(
    loadOptionalPackage(absent, 'store files in the clouds', () => import(/* @vite-ignore */ absent)),
  ).rejects.toMatchObject({
    code: 'failed_precondition',
    message:
      'Cannot store files in the clouds: the optional package `@runwright/no-such-package` is not installed. Run `npm install @runwright/no-such-package` where Runwright is installed, and start again.',
  });
});

it('an optional package that fails when it is loaded keeps its own error', async () => {
  const broken = new Error('This package is broken.');
  const load = () => Promise.reject(broken);
  await expect(loadOptionalPackage('broken', 'do it', load)).rejects.toBe(broken);
  const other = Object.assign(new Error("Cannot find package 'deep' imported from broken"), {
    code: 'ERR_MODULE_NOT_FOUND',
  });
  await expect(loadOptionalPackage('broken', 'do it', () => Promise.reject(other))).rejects.toBe(other);
});

it('an optional package that is installed is its module', async () => {
  expect(await loadOptionalPackage('node:path', 'join', () => import('node:path'))).toHaveProperty('join');
});
