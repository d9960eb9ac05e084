import { type ArtifactStore, RunwrightError } from '@runwright/contract';

/** What was copied. */
export interface CopiedArtifacts {
  readonly objects: number;
  readonly bytes: number;
}

/** Objects that are copied at once: most are small, so most of the time is spent waiting. */
const atOnce = 8;

/**
 * Copies everything from one artifact store into another under the same keys, and reads back the size of each. May be repeated: what
 * is there already is replaced. Throws `invalid_input` when the source cannot list its keys, `internal` when an object arrived otherwise.
 */
export async function copyArtifacts(source: ArtifactStore, target: ArtifactStore): Promise<CopiedArtifacts> {
  const { signal } = new AbortController();
  if (!source.keys)
    throw new RunwrightError(
      'invalid_input',
      'Cannot copy the artifacts: their store cannot list its keys. Copy them with the tools of the store.',
    );
  let [objects, bytes] = [0, 0];
  const keys = source.keys({ signal })[Symbol.asyncIterator]();
  const copyOn = async (): Promise<void> => {
    for (let next = await keys.next(); !next.done; next = await keys.next()) {
      const copied = await copyOne(source, target, next.value, signal);
      if (copied === null) continue;
      objects += 1;
      bytes += copied;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, copyOn));
  return { objects, bytes };
}

/** Returns the bytes of the object; null when it was removed meanwhile. */
async function copyOne(
  source: ArtifactStore,
  target: ArtifactStore,
  key: string,
  signal: AbortSignal,
): Promise<number | null> {
  const parts = await source.open(key, { signal });
  if (parts === null) return null;
  let sent = 0;
  await target.put(key, counted(), { signal });
  let arrived = 0;
  for await (const part of (await target.open(key, { signal })) ?? []) arrived += part.length;
  if (arrived === sent) return sent;
  throw new RunwrightError(
    'internal',
    `Cannot copy artifact \`${key}\`: ${sent} bytes were sent and ${arrived} are there. Check the space of the target and copy again.`,
  );

  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const part of parts ?? []) {
      sent += part.length;
      yield part;
    }
  }
}
