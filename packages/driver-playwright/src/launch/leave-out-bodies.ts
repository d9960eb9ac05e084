/** Takes the next part of a message and returns what is left of it. */
export type BodyFilter = (part: Buffer) => Buffer;

/**
 * Bytes up to which a body stays in every message, as text or in base64: more than a HAR file shows of it. The library keeps the
 * bodies of the last 10,000 requests in memory.
 */
export const maxKeptBytes = 128 * 1024;

/** What stands for the base64 of a part that was left out: it is decoded to nothing, and differs from that of an empty part, such as a file. */
export const leftOutPart = '!';

const [quote, backslash] = [0x22, 0x5c];
/** More than the longest name of a member that is looked for, with the quotes around it. */
const maxNameBytes = 16;

/**
 * Creates a filter that leaves long bodies of requests out of a message, so that a page can upload more than a message may hold:
 * their texts become empty, and their parts {@link leftOutPart}. Returns null for a message that has no such body.
 *
 * @param beginning of the message, at least 40 characters
 * @param maxPausedBytes limit of the base64 in a paused request, where the body is searched for secrets
 */
export function createBodyFilter(beginning: string, maxPausedBytes: number): BodyFilter | null {
  const event = /^\{"method":"(Network\.requestWillBeSent|Fetch\.requestPaused)"/.exec(beginning)?.[1];
  if (event === undefined) return null;
  const bytes = event === 'Fetch.requestPaused' ? maxPausedBytes : maxKeptBytes;
  // A body is there twice: as a text, in which a byte can take six, and in base64.
  return leaveOutTexts({
    postData: { maxBytes: maxKeptBytes, instead: '' },
    bytes: { maxBytes: bytes, instead: leftOutPart },
  });
}

/** A member whose text is replaced where it has more bytes. */
interface LimitedText {
  readonly maxBytes: number;
  readonly instead: string;
}

/** Creates a filter that replaces long texts of some members, by their names. */
function leaveOutTexts(limits: Readonly<Record<string, LimitedText>>): BodyFilter {
  let isInText = false;
  /** The first byte of the next part belongs to the backslash before it. */
  let isEscaped = false;
  /** The text of such a member, as far as it has come. */
  let held: Buffer[] = [];
  let bytes = 0;
  let limit: LimitedText | null = null;
  /** End of what was kept: names the text that begins. */
  let tail = '';

  return (part) => {
    const kept: Buffer[] = [];
    const keep = (some: Buffer): void => {
      kept.push(some);
      tail = (tail + some.toString('latin1', Math.max(0, some.length - maxNameBytes))).slice(-maxNameBytes);
    };
    for (let from = 0; from < part.length; ) {
      if (!isInText) {
        const start = part.indexOf(quote, from);
        const next = start === -1 ? part.length : start + 1;
        keep(part.subarray(from, next));
        from = next;
        if (start === -1) continue;
        const [, name = ''] = /"(\w+)":"$/.exec(tail) ?? [];
        limit = Object.hasOwn(limits, name) ? (limits[name] ?? null) : null;
        isInText = true;
        [held, bytes, isEscaped] = [[], 0, false];
        continue;
      }
      const end = findQuote(part, from, isEscaped);
      const next = end === -1 ? part.length : end;
      const text = part.subarray(from, next);
      bytes += text.length;
      if (limit === null) keep(text);
      else if (bytes <= limit.maxBytes) held.push(text);
      else held = [Buffer.from(limit.instead)];
      if (end === -1) {
        isEscaped = isEscapedAt(part, from, part.length, isEscaped);
        break;
      }
      for (const some of held) keep(some);
      keep(part.subarray(end, end + 1));
      held = [];
      isInText = false;
      from = end + 1;
    }
    return Buffer.concat(kept);
  };
}

/** Returns where a text ends; -1 when it goes on behind this part. */
function findQuote(part: Buffer, from: number, isFirstEscaped: boolean): number {
  let at = part.indexOf(quote, from);
  while (at !== -1 && isEscapedAt(part, from, at, isFirstEscaped)) at = part.indexOf(quote, at + 1);
  return at;
}

/** An odd number of backslashes in front of a byte escapes it. */
function isEscapedAt(part: Buffer, from: number, at: number, isFirstEscaped: boolean): boolean {
  let count = 0;
  while (count < at - from && part[at - count - 1] === backslash) count += 1;
  const before = count === at - from && isFirstEscaped ? 1 : 0;
  return (count + before) % 2 === 1;
}
