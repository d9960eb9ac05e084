import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import { BusyError } from './error-response.ts';

/** Limits of responses that stream stored files: concurrent streams and the time per chunk. */
export interface ContentLimits {
  /** Maximum concurrent streams of all organizations; further requests get 503 with `Retry-After`. Default 128. */
  readonly streams: number;
  /** Maximum concurrent streams of one organization; further requests get 429 with `Retry-After`. Default 32. */
  readonly streamsPerOrganization: number;
  /** Time in ms for one chunk of 64 KiB, after which the connection of a slow reader is closed. Default 30,000. */
  readonly idleMs: number;
}

/** Default limits. */
export const defaultContentLimits: ContentLimits = {
  streams: 128,
  streamsPerOrganization: 32,
  idleMs: 30_000,
};

const retryAfterSeconds = 5;

/** Open stream that counts against the limits. */
export interface ContentStream {
  /** Aborted when the response is over, however it ended. */
  readonly signal: AbortSignal;
  /** Forwards chunks; throws when they have fewer or more than `size` bytes. */
  pass(parts: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array>;
  /** Starts the time for the next chunk; for bodies that are not passed through {@link ContentStream.pass}. */
  moved(): void;
}

/** Counts the streams of one server. */
export interface ContentStreams {
  /** Counts a stream until its response has ended. Throws when a limit is reached. */
  begin(organizationId: string, response: ServerResponse): ContentStream;
}

/** Creates a counter at zero. `reading` is what clients do, in the text of an error. */
export function createContentStreams(
  limits: ContentLimits,
  reading: (count: number) => string = (count) =>
    `reading ${count} files already; try again when one of them is read`,
): ContentStreams {
  const open = new Map<string, number>();
  let total = 0;

  function take(organizationId: string): void {
    const own = open.get(organizationId) ?? 0;
    if (own >= limits.streamsPerOrganization) throw tooMany(429, reading(limits.streamsPerOrganization));
    if (total >= limits.streams) throw tooMany(503, reading(limits.streams));
    open.set(organizationId, own + 1);
    total += 1;
  }

  function giveBack(organizationId: string): void {
    const own = (open.get(organizationId) ?? 1) - 1;
    if (own === 0) open.delete(organizationId);
    else open.set(organizationId, own);
    total -= 1;
  }

  return {
    begin(organizationId, response) {
      take(organizationId);
      const ended = new AbortController();
      // The time counts to the end of the response: what a reader does not take stays in buffers after the last part.
      const idle = setTimeout(() => response.destroy(), limits.idleMs);
      finished(response, () => {
        clearTimeout(idle);
        ended.abort();
        giveBack(organizationId);
      });
      const moved = () => void idle.refresh();
      return { signal: ended.signal, pass: (parts, size) => pass(parts, size, moved), moved };
    },
  };
}

async function* pass(
  parts: AsyncIterable<Uint8Array>,
  size: number,
  moved: () => void,
): AsyncGenerator<Uint8Array> {
  let left = size;
  for await (const part of parts) {
    left -= part.length;
    if (left < 0) break;
    moved();
    yield part;
  }
  // An answer of another length than announced would leave the client waiting, or give it bytes of the next answer.
  if (left !== 0) throw new Error(`The stored bytes are not the ${size} that their row names.`);
}

function tooMany(status: 429 | 503, reading: string): BusyError {
  const whose = status === 429 ? 'Your organization is' : 'All clients together are';
  return new BusyError(status, `${whose} ${reading}.`, retryAfterSeconds);
}
