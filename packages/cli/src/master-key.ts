import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RunwrightError } from '@runwright/contract';

/** Bytes of a key for AES-256. */
const keyBytes = 32;

/**
 * Loads the key for encryption at rest: the given text (base64, or 64 hexadecimal digits), else the file in the data
 * folder, else a new key that is saved there with mode 0600. Throws `invalid_input` for another length.
 */
export async function loadMasterKey(dataDir: string, given: string | null): Promise<Uint8Array> {
  if (given !== null) return decode(given, 'RUNWRIGHT_MASTER_KEY');
  const file = masterKeyPath(dataDir);
  const kept = await readFile(file, 'utf8').catch(() => null);
  if (kept !== null) return decode(kept.trim(), `the file \`${file}\``);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const key = generateMasterKey();
  await writeFile(file, formatMasterKey(key), { mode: 0o600, flag: 'wx' });
  return key;
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
  return decode(text.trim(), source);
}

function decode(text: string, source: string): Uint8Array {
  const key = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
  if (key.length === keyBytes) return key;
  throw new RunwrightError(
    'invalid_input',
    `The master key has to be ${keyBytes} bytes as base64 or hexadecimal; ${source} holds ${key.length} bytes. Restore the key that the data was written with.`,
  );
}
