import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createPasswordManagerSources, readPasswordManagerSettings } from './password-manager-sources.ts';

const read = (variables: Readonly<Record<string, string>>) =>
  readPasswordManagerSettings((name) => variables[name] ?? null);
const azure = {
  RUNWRIGHT_AZURE_TENANT_ID: 't',
  RUNWRIGHT_AZURE_CLIENT_ID: 'c',
  RUNWRIGHT_AZURE_CLIENT_SECRET: 's',
};

it('without variables there is no password manager', () => {
  expect(read({})).toEqual({ bitwarden: null, onePassword: null, azure: null });
  expect(createPasswordManagerSources(read({}))).toEqual([]);
});

it('each password manager is a source of secrets', () => {
  const settings = read({
    RUNWRIGHT_BITWARDEN_URL: 'http://127.0.0.1:8087',
    RUNWRIGHT_ONEPASSWORD_URL: 'https://connect.test',
    RUNWRIGHT_ONEPASSWORD_TOKEN: 'token',
    ...azure,
    RUNWRIGHT_AZURE_VAULT: 'main',
  });
  expect(settings).toEqual({
    bitwarden: { address: 'http://127.0.0.1:8087' },
    onePassword: { address: 'https://connect.test', token: 'token' },
    azure: { tenantId: 't', clientId: 'c', clientSecret: 's', vaultName: 'main' },
  });
  expect(createPasswordManagerSources(settings)).toHaveLength(3);
});

it('a setting by half is refused, naming what is missing', () => {
  expect(() => read({ RUNWRIGHT_ONEPASSWORD_URL: 'https://connect.test' })).toThrow(
    /RUNWRIGHT_ONEPASSWORD_TOKEN is missing/,
  );
  expect(() => read({ RUNWRIGHT_AZURE_TENANT_ID: 't' })).toThrow(/RUNWRIGHT_AZURE_CLIENT_SECRET is missing/);
  expect(() => read({ RUNWRIGHT_BITWARDEN_URL: 'localhost:8087' })).toThrow(/RUNWRIGHT_BITWARDEN_URL/);
});

const close: (() => void)[] = [];
afterEach(() => {
  for (const one of close.splice(0)) one();
});

it('a configured server on this machine is reached although it is private', async () => {
  const server = createServer((_request, response) =>
    response.end(JSON.stringify({ fields: [{ id: 'a', label: 'Pin', value: '1234' }] })),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const [source] = createPasswordManagerSources(
    read({ RUNWRIGHT_ONEPASSWORD_URL: `http://127.0.0.1:${port}`, RUNWRIGHT_ONEPASSWORD_TOKEN: 'token' }),
  );
  const item = await source?.resolveItem?.(
    { vault: 'onepassword', vaultId: 'v', itemId: 'i' },
    { organizationId: 'o_1', signal: new AbortController().signal },
  );
  expect(item?.pin?.reveal()).toBe('1234');
});
