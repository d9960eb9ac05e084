import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { RunwrightError, type Store } from '@runwright/contract';
import { isMasterKeyOf, rotateMasterKey } from '@runwright/core';
import {
  formatMasterKey,
  generateMasterKey,
  masterKeyPath,
  openMasterKey,
  parseMasterKey,
} from './master-key.ts';

/** Keys from the environment; null for the file in the data folder and for a generated key. */
export interface RotationKeys {
  readonly masterKey: string | null;
  readonly newMasterKey: string | null;
}

/**
 * Encrypts all ciphertexts of the store with a new master key and returns their number. A key in the data folder is
 * replaced: the new one is written beside it before the store is changed and renamed afterwards, and
 * {@link finishRotation} completes an interrupted rotation. A key of the environment is changed by the operator.
 */
export async function rotateStoredKey(store: Store, dataDir: string, given: RotationKeys): Promise<number> {
  await finishRotation(store, dataDir);
  const from = await openMasterKey(store, dataDir, given.masterKey);
  const to =
    given.newMasterKey === null
      ? generateMasterKey()
      : parseMasterKey(given.newMasterKey, 'RUNWRIGHT_NEW_MASTER_KEY');
  if (Buffer.from(from).equals(Buffer.from(to))) {
    throw new RunwrightError('invalid_input', 'RUNWRIGHT_NEW_MASTER_KEY is the key in use; set another one.');
  }
  if (given.masterKey !== null) {
    if (given.newMasterKey === null) throw keyNotGiven();
    return await rotateMasterKey(store, { from, to });
  }
  const next = nextKeyFile(dataDir);
  await writeDurably(next, formatMasterKey(to));
  const count = await rotateMasterKey(store, { from, to }).catch(async (error: unknown) => {
    await rm(next, { force: true });
    throw error;
  });
  await renameDurably(next, masterKeyPath(dataDir));
  return count;
}

/**
 * Completes an interrupted rotation: renames the new key when the store is encrypted with it, else removes it. No other
 * process may have the store open.
 */
export async function finishRotation(store: Store, dataDir: string): Promise<void> {
  const next = nextKeyFile(dataDir);
  const text = await readFile(next, 'utf8').catch(() => null);
  if (text === null) return;
  const key = isComplete(text) ? parseMasterKey(text, `the file \`${next}\``) : null;
  if (key !== null && (await isMasterKeyOf(store, key)) === true) {
    await renameDurably(next, masterKeyPath(dataDir));
    return;
  }
  await rm(next, { force: true });
}

function nextKeyFile(dataDir: string): string {
  return `${masterKeyPath(dataDir)}.next`;
}

/** Returns whether the key file was written completely: it then ends with a line feed. */
function isComplete(text: string): boolean {
  return text.endsWith('\n');
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await flushFolder(dirname(path));
}

async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await flushFolder(dirname(to));
}

/** Flushes a folder to disk, except on Windows, which cannot open folders and makes renames durable by itself. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function keyNotGiven(): RunwrightError {
  return new RunwrightError(
    'invalid_input',
    'The master key is set by RUNWRIGHT_MASTER_KEY, and RUNWRIGHT_NEW_MASTER_KEY names no new one. Set it to 32 random bytes as base64, such as `openssl rand -base64 32` prints.',
  );
}
