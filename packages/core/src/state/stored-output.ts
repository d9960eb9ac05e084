import type { Json, JsonObject } from '@runwright/contract';

/** An output as it is stored: what is larger than `limitBytes` as JSON text is replaced by a marker that says so. */
export function limitOutputSize(output: Json, limitBytes: number): Json {
  const size = sizeOf(output);
  return size <= limitBytes ? output : marker(size, limitBytes);
}

/** Returns the marker that replaces an output that is too large. */
function marker(size: number, limitBytes: number): JsonObject {
  return {
    output_omitted: true,
    reason: `The output has ${size} bytes as JSON; at most ${limitBytes} are stored.`,
    size_bytes: size,
  };
}

/** The output of a loop as it is stored: the oldest iterations give way first, each to a marker of its own. */
export function limitIterationsSize(iterations: readonly Json[], limitBytes: number): readonly Json[] {
  const kept = keepLast(iterations, limitBytes);
  const reason = `The output of the loop has more than ${limitBytes} bytes as JSON; the timeline has the outputs of all iterations.`;
  return iterations.map((iteration, index) =>
    index < iterations.length - kept ? [{ output_omitted: true, reason }] : iteration,
  );
}

/** The output of a run as its record has it: the members of earlier blocks give way first, each to a marker. */
export function limitRunOutput(output: Json, limitBytes: number): Json {
  if (typeof output !== 'object' || output === null || Array.isArray(output)) return output;
  const members = Object.entries(output);
  const kept = keepLast(Object.values(output), limitBytes);
  const reason = `The output of the run has more than ${limitBytes} bytes as JSON; its timeline has the outputs of all blocks.`;
  return Object.fromEntries(
    members.map(([name, value], index) => [
      name,
      index < members.length - kept ? { output_omitted: true, reason } : value,
    ]),
  );
}

/** Returns how many values at the end fit together. Those before are not measured: they may be many times as large. */
function keepLast(values: readonly Json[], limitBytes: number): number {
  let size = 0;
  const first = values.findLastIndex((value) => {
    size += sizeOf(value) + 1;
    return size > limitBytes;
  });
  return values.length - 1 - first;
}

function sizeOf(value: Json): number {
  return Buffer.byteLength(JSON.stringify(value));
}
