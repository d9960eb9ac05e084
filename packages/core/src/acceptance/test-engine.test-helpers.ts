import type { ArtifactStore, Store } from '@runwright/contract';
import { type TestDatabase, testStorage, trackStorageCall } from '@runwright/testing';
import type { Engine } from '../api/engine.ts';
import type { EngineOptions } from '../api/engine-options.ts';
import { createEngine } from '../engine/create-engine.ts';
import { memoryStore } from '../local-drivers/memory-store.ts';

/** Property of a store under test, which copies of the store keep: the promise of its database. */
const databaseKey = Symbol('database');
type StoreUnderTest = Store & { readonly [databaseKey]?: () => Promise<TestDatabase> };

/**
 * Returns an empty store: in memory, or, with `RUNWRIGHT_TEST_STORAGE=postgres`, in a new PostgreSQL database. Its `close` does
 * nothing, so that a test can read it after the engine is closed and give it to the next engine.
 */
export function storeUnderTest(): Store {
  return { ...openStore(), close: async () => undefined };
}

/**
 * Makes an engine on the storage under test. By default it is what {@link createEngine} makes: all in memory. With
 * `RUNWRIGHT_TEST_STORAGE=postgres`, the store that the options do not name is one of {@link storeUnderTest}, and
 *
 * - with the system clock, the queue is pg-boss in the database of the store, and artifacts are in S3;
 * - with a manual clock, the queue stays in memory, because pg-boss measures time itself; artifacts are in S3.
 *
 * A store that is not of {@link storeUnderTest} keeps a queue and artifacts in memory. The run prints how many engines had which.
 */
export async function createTestEngine(options: EngineOptions = {}): Promise<Engine> {
  const storage = testStorage();
  if (storage === null) return createEngine(options);
  const { drivers = {} } = options;
  const store: StoreUnderTest = drivers.store ?? openStore();
  const database = await store[databaseKey]?.();
  if (!database) return createEngine(options);
  const artifacts = drivers.artifacts ?? trackArtifacts(database.openArtifacts());
  if (drivers.queue || drivers.clock?.isManual)
    return createEngine({ ...options, drivers: { ...drivers, store, artifacts } });
  return createEngine({
    ...options,
    drivers: { ...drivers, store, artifacts, queue: await database.openQueue() },
  });
}

function openStore(): StoreUnderTest {
  const storage = testStorage();
  const memory = memoryStore();
  if (storage === null) return memory;
  const database = once(() => storage.createDatabase());
  const store = openLater(
    memory,
    once(async () => (await database()).openStore()),
  );
  return { ...store, [databaseKey]: database };
}

/** Returns a store of the same shape that is opened by its first call. */
function openLater(shape: Store, open: () => Promise<Store>): Store {
  const call =
    (names: readonly string[]) =>
    (...args: unknown[]) =>
      trackStorageCall(
        open().then((store) => {
          const path = names.slice(0, -1).reduce<object>((value, name) => Reflect.get(value, name), store);
          return Reflect.get(path, names.at(-1) ?? '').apply(path, args);
        }),
      );
  const later = (value: object, names: readonly string[]): object =>
    Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const path = [...names, name];
        if (typeof member === 'function') return [name, call(path)];
        return [name, typeof member === 'object' && member !== null ? later(member, path) : member];
      }),
    );
  return later(shape, []) as Store;
}

function trackArtifacts(artifacts: ArtifactStore): ArtifactStore {
  return {
    ...artifacts,
    put: (...args) => trackStorageCall(artifacts.put(...args)),
    get: (...args) => trackStorageCall(artifacts.get(...args)),
    open: (...args) => trackStorageCall(artifacts.open(...args)),
    remove: (...args) => trackStorageCall(artifacts.remove(...args)),
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
