import type { ArtifactStore } from '@runwright/contract';
import { artifactKeyParts, assertNotAborted } from './artifact-key.ts';

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
      stored.set(key, Uint8Array.from(bytes));
    },
    async get(key, { signal }) {
      check(key, signal);
      const bytes = stored.get(key);
      return bytes ? Uint8Array.from(bytes) : null;
    },
    async remove(key, { signal }) {
      check(key, signal);
      stored.delete(key);
    },
    async close() {},
  };
}
