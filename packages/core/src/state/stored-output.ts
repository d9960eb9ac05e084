import { type Clock, type Json, type JsonObject, jsonPieces, outputLimits } from '@runwright/contract';
import { yieldToEventLoop } from '../runtime/event-loop.ts';

/** An output as it is stored: what is larger than `limitBytes` as JSON text is replaced by a marker that says so. */
export async function limitOutputSize(output: Json, limitBytes: number, clock: Clock): Promise<Json> {
  const { bytes } = await measure(output, clock);
  return bytes <= limitBytes ? output : marker(bytes, limitBytes);
}

/** Returns the marker that replaces an output that is too large. */
function marker(size: number, limitBytes: number): JsonObject {
  return {
    output_omitted: true,
    reason: `The output has ${size} bytes as JSON; at most ${limitBytes} are stored.`,
    size_bytes: size,
  };
}

/**
 * The output of a loop as it is stored, with at most as many values as that of any other block: the oldest iterations give way first, each
 * to a marker of its own.
 */
export async function limitIterationsSize(
  iterations: readonly Json[],
  limitBytes: number,
  clock: Clock,
): Promise<readonly Json[]> {
  // Those before the first that does not fit are not measured: they may be many times as large.
  let size = noSize;
  let first = iterations.length;
  while (first > 0) {
    const next = add(size, await measure(iterations[first - 1] ?? null, clock));
    if (exceeds(next, limitBytes)) break;
    [first, size] = [first - 1, next];
  }
  const reason = `The output of the loop has more than ${excess(limitBytes)}; the timeline has the outputs of all iterations.`;
  const omitted = [{ output_omitted: true, reason }];
  const stored = iterations.map((iteration, index) => (index < first ? omitted : iteration));
  const { bytes, values } = add(measureAtOnce(omitted), noSize);
  knownSizes.set(stored, add(size, { bytes: first * bytes, values: first * values }));
  return stored;
}

/**
 * The output of a run as its record has it, with at most as many values as that of a block: the members of earlier blocks give way first,
 * each to a marker.
 */
export function limitRunOutput(output: Json, limitBytes: number): Json {
  if (typeof output !== 'object' || output === null || Array.isArray(output)) return output;
  const members = Object.entries(output);
  let size = noSize;
  const tooLarge = members.findLastIndex(([, value]) => {
    size = add(size, measureAtOnce(value));
    return exceeds(size, limitBytes);
  });
  const reason = `The output of the run has more than ${excess(limitBytes)}; its timeline has the outputs of all blocks.`;
  return Object.fromEntries(
    members.map(([name, value], index) => [
      name,
      index <= tooLarge ? { output_omitted: true, reason } : value,
    ]),
  );
}

interface Size {
  readonly bytes: number;
  readonly values: number;
}

const noSize: Size = { bytes: 0, values: 0 };

/** Sizes of outputs that have been measured, because an output is a part of the output of its run. */
const knownSizes = new WeakMap<object, Size>();

/** Measures a value with turns of the event loop between the parts of a large one. */
async function measure(value: Json, clock: Clock): Promise<Size> {
  let bytes = 0;
  for (const piece of jsonPieces(value)) {
    bytes += Buffer.byteLength(piece);
    await yieldToEventLoop(clock);
  }
  const size = { bytes, values: countValues(value) };
  if (isNested(value)) knownSizes.set(value, size);
  return size;
}

function measureAtOnce(value: Json): Size {
  const known = isNested(value) ? knownSizes.get(value) : undefined;
  return known ?? { bytes: Buffer.byteLength(JSON.stringify(value)), values: countValues(value) };
}

/** Adds the size of a member and of its comma. */
function add(size: Size, member: Size): Size {
  return { bytes: size.bytes + member.bytes + 1, values: size.values + member.values };
}

function exceeds({ bytes, values }: Size, limitBytes: number): boolean {
  return bytes > limitBytes || values > outputLimits.values;
}

function excess(limitBytes: number): string {
  return `${limitBytes} bytes as JSON, or more than ${outputLimits.values.toLocaleString('en')} values`;
}

function countValues(value: Json): number {
  let count = 1;
  const rest: object[] = isNested(value) ? [value] : [];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const members: readonly Json[] = Object.values(next);
    count += members.length;
    for (const member of members) if (isNested(member)) rest.push(member);
  }
  return count;
}

function isNested(value: Json): value is object & Json {
  return typeof value === 'object' && value !== null;
}
