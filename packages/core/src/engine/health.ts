import { randomUUID } from 'node:crypto';
import type { Health } from '../api/health.ts';
import { keyFingerprint } from '../crypto/key-fingerprint.ts';
import type { EngineDeps } from '../engine-deps.ts';
import type { EngineLife } from './engine-life.ts';

/** Reads the store, and writes to it if its last write failed. */
export async function readHealth(
  deps: Pick<EngineDeps, 'store' | 'clock' | 'driverHealth' | 'masterKey'>,
  life: Pick<EngineLife, 'workers' | 'isDraining'>,
): Promise<Health> {
  const { driverHealth } = deps;
  const store = await checkStore(deps).then(
    () => 'ok' as const,
    () => 'unavailable' as const,
  );
  const queue = driverHealth.isQueueWorking ? 'ok' : 'unavailable';
  const masterKey = await checkKey(deps).catch(() => 'unknown' as const);
  const working = store === 'ok' && queue === 'ok' && masterKey === 'ok' ? 'ok' : 'unavailable';
  const status = working === 'ok' && life.isDraining ? 'draining' : working;
  return { status, store, queue, masterKey, workers: life.workers() };
}

/** Another process may have changed the key since this one was started. */
async function checkKey({
  store,
  masterKey,
}: Pick<EngineDeps, 'store' | 'masterKey'>): Promise<'ok' | 'wrong'> {
  const fingerprint = await store.ciphertexts.readFingerprint();
  return fingerprint === null || fingerprint === keyFingerprint(masterKey) ? 'ok' : 'wrong';
}

async function checkStore({
  store,
  clock,
  driverHealth,
}: Pick<EngineDeps, 'store' | 'clock' | 'driverHealth'>): Promise<void> {
  await store.organizations.list();
  if (driverHealth.isStoreWritable) return;
  // The smallest row that nobody reads, removed again at once.
  const now = clock.now();
  const place = { organizationId: 'o_0', method: 'CHECK', route: 'health', key: randomUUID() };
  const lease = { requestHash: null, answer: null, leaseUntil: now, expiresAt: now };
  const key = { ...place, ...lease, owner: randomUUID() };
  await store.idempotencyKeys.reserve(key, { now });
  await store.idempotencyKeys.release(key);
  driverHealth.noteWritten();
}
