import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RunwrightError, type Store } from '@runwright/contract';
import { hasMasterKey, isMasterKeyOf } from '@runwright/core';

/** Bytes of a key for AES-256. */
const keyBytes = 32;

/**
 * Returns the key that a store is encrypted with, see {@link readMasterKey}; for a store that has none yet, a new key that is saved in
 * the data folder with mode 0600.
 *
 * @throws RunwrightError `failed_precondition` when the store has another key, or has one and none is found.
 */
export async function openMasterKey(
  store: Store,
  dataDir: string,
  given: string | null,
): Promise<Uint8Array> {
  const key = await readMasterKey(dataDir, given);
  if (key === null) {
    if (await hasMasterKey(store)) throw missingKey(dataDir);
    return await createMasterKey(dataDir);
  }
  if ((await isMasterKeyOf(store, key)) === false) throw wrongKey(describeSource(dataDir, given));
  return key;
}

/**
 * Reads the key for encryption at rest: the given text (base64, or 64 hexadecimal digits), else the file in the data folder; null when
 * there is neither. Throws `invalid_input` for another length, `failed_precondition` for a file that cannot be read.
 */
export async function readMasterKey(dataDir: string, given: string | null): Promise<Uint8Array | null> {
  const source = describeSource(dataDir, given);
  if (given !== null) return parseMasterKey(given, source);
  try {
    return parseMasterKey(await readFile(masterKeyPath(dataDir), 'utf8'), source);
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause) || RunwrightError.is(cause)) throw cause;
    if (cause.code === 'ENOENT') return null;
    throw new RunwrightError(
      'failed_precondition',
      `Cannot read the master key in ${source}: ${cause.message}. Make the file readable for this user.`,
      { cause },
    );
  }
}

/** Returns the path of the key file, which is used when the environment sets no key. */
export function masterKeyPath(dataDir: string): string {
  return join(dataDir, 'master.key');
}

/** Formats a key for its file. */
export function formatMasterKey(key: Uint8Array): string {
  return `${Buffer.from(key).toString('base64')}\n`;
}

/** Generates a random key. */
export function generateMasterKey(): Uint8Array {
  return randomBytes(keyBytes);
}

/** Reads a key from text: base64, or 64 hexadecimal digits. Throws `invalid_input`, naming the source, for another length. */
export function parseMasterKey(text: string, source: string): Uint8Array {
  const digits = text.trim();
  const key = Buffer.from(digits, /^[0-9a-f]{64}$/i.test(digits) ? 'hex' : 'base64');
  if (key.length === keyBytes) return key;
  throw new RunwrightError(
    'invalid_input',
    `The master key has to be ${keyBytes} bytes as base64 or hexadecimal; ${source} holds ${key.length} bytes. Restore the key that the data was written with.`,
  );
}

async function createMasterKey(dataDir: string): Promise<Uint8Array> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const key = generateMasterKey();
  await writeFile(masterKeyPath(dataDir), formatMasterKey(key), { mode: 0o600, flag: 'wx' });
  return key;
}

function describeSource(dataDir: string, given: string | null): string {
  return given === null ? `the file \`${masterKeyPath(dataDir)}\`` : 'RUNWRIGHT_MASTER_KEY';
}

function missingKey(dataDir: string): RunwrightError {
  return new RunwrightError(
    'failed_precondition',
    `The master key is missing: the database holds keys and credentials that are encrypted with one, and there is no file \`${masterKeyPath(dataDir)}\`. Restore the file from a backup, or set RUNWRIGHT_MASTER_KEY to that key. If it is lost, start with an empty RUNWRIGHT_DATA_DIR: nothing can be decrypted without it.`,
  );
}

function wrongKey(source: string): RunwrightError {
  return new RunwrightError(
    'failed_precondition',
    `The master key in ${source} is not the one that the database was written with, so its credentials cannot be decrypted. Restore that key, or use the database that belongs to this one. \`runwright keys rotate-master\` changes the key of a database.`,
  );
}
