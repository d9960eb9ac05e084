/** Test of a driver: the suite of its interface first, then what only this driver does. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunwrightError, Secret, type SecretSource } from '@runwright/contract';
import { testSecretSource } from '@runwright/testing/suites';
import { expect, it } from 'vitest';

/** Secrets from a JSON file, such as one that a vault agent writes. It is read at each use, so a new value counts at once. */
function fileSecrets(path: string): SecretSource {
  return {
    specVersion: 'v1',
    async resolve(reference, { signal }) {
      try {
        const values: Record<string, string> = JSON.parse(await readFile(path, { encoding: 'utf8', signal }));
        const value = Object.hasOwn(values, reference) ? values[reference] : undefined;
        return value === undefined ? null : new Secret(value);
      } catch (cause) {
        signal.throwIfAborted();
        const message = `Cannot read the secrets in \`${path}\`. Check that the agent runs.`;
        throw new RunwrightError('secret_unavailable', message, { cause });
      }
    },
  };
}

// #region suite
async function open() {
  const folder = await mkdtemp(join(tmpdir(), 'file-secrets-'));
  const path = join(folder, 'secrets.json');
  await writeFile(path, JSON.stringify({ shop: 'brass' }));
  return {
    path,
    source: fileSecrets(path),
    secret: { reference: 'shop', value: 'brass' },
    breakService: () => rm(path),
    close: () => rm(folder, { recursive: true }),
  };
}

testSecretSource('a file', open);
// #endregion

it('a file that has changed counts at the next use', async () => {
  const { path, source, close } = await open();
  await writeFile(path, JSON.stringify({ shop: 'copper' }));
  const found = await source.resolve('shop', { organizationId: 'o_1', signal: new AbortController().signal });
  expect(found?.reveal()).toBe('copper');
  await close();
});
