import type { ArtifactStore, RunQueue, Store } from '@runwright/contract';

/** A new, empty place for the data of one test. */
export interface TestDatabase {
  /** Opens its store; two stores of one place share their rows. */
  openStore(): Promise<Store>;
  /** Opens its queue, which measures time itself, so that a manual clock does not move it. */
  openQueue(): Promise<RunQueue>;
  openArtifacts(): ArtifactStore;
  /** Environment variables with which a service uses it. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Storage that tests use in place of memory and of a data folder. */
export interface TestStorage {
  createDatabase(): Promise<TestDatabase>;
}

let current: TestStorage | null = null;
const calls = new Set<Promise<unknown>>();

/** Sets what {@link testStorage} returns; null for the default of each test. Call it in a setup file of Vitest. */
export function setTestStorage(storage: TestStorage | null): void {
  current = storage;
}

/** Returns the storage that tests use; null when each uses its default. */
export function testStorage(): TestStorage | null {
  return current;
}

/** Lets `advance` of a manual clock wait for a call to storage outside of this process. Returns the call. */
export function trackStorageCall<T>(call: Promise<T>): Promise<T> {
  calls.add(call);
  const end = () => calls.delete(call);
  call.then(end, end);
  return call;
}

/** Resolves when no tracked call is open, nor one that began as the result of another. */
export async function untilStorageIdle(): Promise<void> {
  while (calls.size > 0) {
    await Promise.allSettled(calls);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
