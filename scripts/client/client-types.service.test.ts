import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { clientTypes, clientTypesPath, servedDocument } from './client-types.ts';

it('finds the types of the client as the OpenAPI document of the service generates them', async () => {
  const written = await readFile(join(import.meta.dirname, '../..', clientTypesPath), 'utf8');
  const isCurrent = written === (await clientTypes(await servedDocument()));
  expect(isCurrent, `${clientTypesPath} does not fit the service: run \`npm run client:types\``).toBe(true);
});

it('generates other types when a route changes', async () => {
  const document = (await servedDocument()) as { paths: Record<string, unknown> };
  const { '/v1/runs': _removed, ...paths } = document.paths;
  expect(await clientTypes({ ...document, paths })).not.toBe(await clientTypes(document));
});
