import {
  type ArtifactStore,
  artifactKeyParts,
  assertNotAborted,
  checkedRange,
  maxPartBytes,
} from '@runwright/contract';

/** Keeps artifacts in memory, gone with the process. Callers get copies. */
export function memoryArtifacts(): ArtifactStore {
  const stored = new Map<string, Uint8Array>();

  function check(key: string, signal: AbortSignal): void {
    artifactKeyParts(key);
    assertNotAborted(signal, key);
  }

  return {
    specVersion: 'v1',
    async put(key, bytes, { signal }) {
      check(key, signal);
      const whole = bytes instanceof Uint8Array ? Uint8Array.from(bytes) : await joined(bytes, key, signal);
      stored.set(key, whole);
    },
    async get(key, { signal }) {
      check(key, signal);
      const bytes = stored.get(key);
      return bytes ? Uint8Array.from(bytes) : null;
    },
    async open(key, { signal, ...range }) {
      check(key, signal);
      const { start, end } = checkedRange(range);
      const bytes = stored.get(key);
      return bytes ? partsOf(bytes.subarray(start, Math.min(end, bytes.length)), key, signal) : null;
    },
    async *keys() {
      yield* [...stored.keys()];
    },
    async remove(key, { signal }) {
      check(key, signal);
      stored.delete(key);
    },
    async close() {},
  };
}

async function joined(
  parts: AsyncIterable<Uint8Array>,
  key: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const copies: Uint8Array[] = [];
  for await (const part of parts) {
    assertNotAborted(signal, key);
    copies.push(Uint8Array.from(part));
  }
  assertNotAborted(signal, key);
  return Uint8Array.from(Buffer.concat(copies));
}

async function* partsOf(bytes: Uint8Array, key: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += maxPartBytes) {
    assertNotAborted(signal, key);
    yield bytes.slice(at, at + maxPartBytes);
  }
}
