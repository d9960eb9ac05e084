import { type ApiKey, type ApiKeyScope, RunwrightError } from '@runwright/contract';
import { openDataFolder } from '../data-folder.ts';
import { readEnvironment } from '../environment.ts';
import { openStore } from '../open-storage.ts';
import { rotateStoredKey } from '../rotate-master-key.ts';
import { withAdminCalls } from '../with-admin-calls.ts';

/** The organization whose keys are meant. Default: the first one. */
interface Options {
  readonly organization?: string;
}

/** Executes `runwright keys create <name>`: creates a key and prints it, which is not repeated. */
export async function createKey(
  name: string,
  {
    organization,
    scope,
    expires,
  }: Options & { readonly scope?: readonly string[]; readonly expires?: string },
): Promise<void> {
  const rights = {
    ...(scope?.length ? { scopes: scope as readonly ApiKeyScope[] } : {}),
    ...(expires === undefined ? {} : { expiresAt: readExpiry(expires) }),
  };
  await withAdminCalls(async ({ keys }, organizationId) => {
    const { text } = await keys.create(organizationId, { name, ...rights });
    console.log(text);
  }, organization);
}

/** Executes `runwright keys list`: prints the keys of an organization, one per line: id, prefix, state, name, scopes. */
export async function listKeys({ organization }: Options): Promise<void> {
  await withAdminCalls(async ({ keys }, organizationId) => {
    for (const key of await keys.list(organizationId)) {
      const { apiKeyId, prefix, name, scopes } = key;
      console.log(`${apiKeyId}  ${prefix}…  ${stateOf(key)}  ${name}  [${scopes.join(', ')}]`);
    }
  }, organization);
}

/** Executes `runwright keys revoke <id>`: the key is rejected from now on. */
export async function revokeKey(apiKeyId: string, { organization }: Options): Promise<void> {
  await withAdminCalls(async ({ keys }, organizationId) => {
    const { name } = await keys.revoke(organizationId, apiKeyId);
    console.log(`Revoked ${apiKeyId} (${name}).`);
  }, organization);
}

/** Executes `runwright keys rotate <id>`: prints the key that replaces it, which is not repeated. */
export async function rotateKey(
  apiKeyId: string,
  { organization, overlap = '0' }: Options & { readonly overlap?: string },
): Promise<void> {
  const hours = Number(overlap);
  if (!(hours >= 0)) {
    throw new RunwrightError('invalid_input', `--overlap is a number of hours, not \`${overlap}\`.`);
  }
  await withAdminCalls(async ({ keys }, organizationId) => {
    const { text } = await keys.rotate(organizationId, apiKeyId, { overlapMs: hours * 3_600_000 });
    console.log(text);
  }, organization);
}

/** Executes `runwright keys rotate-master`: encrypts all keys and credentials with a new master key. */
export async function rotateMaster(): Promise<void> {
  const environment = readEnvironment();
  await openDataFolder(environment.dataDir);
  const store = await openStore(environment);
  try {
    const count = await rotateStoredKey(store, environment.dataDir, environment);
    console.log(`${count} keys and credentials are encrypted under the new master key.`);
  } finally {
    await store.close();
  }
  if (environment.masterKey !== null) {
    console.log(
      'Set RUNWRIGHT_MASTER_KEY to the new key, and remove RUNWRIGHT_NEW_MASTER_KEY, before the next start.',
    );
  }
}

function stateOf({ revokedAt, expiresAt }: ApiKey): string {
  const date = (at: number) => new Date(at).toISOString();
  if (revokedAt !== null) return `revoked ${date(revokedAt)}`;
  if (expiresAt === null) return 'active';
  return expiresAt <= Date.now() ? `expired ${date(expiresAt)}` : `active until ${date(expiresAt)}`;
}

function readExpiry(text: string): number {
  const at = Date.parse(text);
  if (!Number.isNaN(at)) return at;
  throw new RunwrightError(
    'invalid_input',
    `--expires is a date or time such as 2030-01-31 or 2030-01-31T12:00Z, not \`${text}\`.`,
  );
}
