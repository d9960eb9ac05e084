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
  const sizes = iterations.map(sizeOf);
  let size = sizes.reduce((sum, one) => sum + one + 1, 1);
  let first = 0;
  while (size > limitBytes && first < iterations.length) {
    const own = sizes[first] ?? 0;
    size += sizeOf([marker(own, limitBytes)]) - own;
    first += 1;
  }
  return iterations.map((iteration, index) =>
    index < first ? [marker(sizes[index] ?? 0, limitBytes)] : iteration,
  );
}

/** The output of a run as its record has it: the members of earlier blocks give way first, each to a marker. */
export function limitRunOutput(output: Json, limitBytes: number): Json {
  if (typeof output !== 'object' || output === null || Array.isArray(output)) return output;
  let size = 0;
  const members = Object.entries(output)
    .toReversed()
    .map(([name, value]): [string, Json] => {
      // What is left out is not measured: all members together may be many times as large.
      if (size <= limitBytes) size += sizeOf(value);
      return [name, size <= limitBytes ? value : omitted(limitBytes)];
    });
  return Object.fromEntries(members.toReversed());
}

function omitted(limitBytes: number): JsonObject {
  return {
    output_omitted: true,
    reason: `The output of the run has more than ${limitBytes} bytes as JSON; its timeline has the outputs of all blocks.`,
  };
}

function sizeOf(value: Json): number {
  return Buffer.byteLength(JSON.stringify(value));
}
