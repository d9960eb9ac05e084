/** What a block of a loop put out in one iteration. */
export interface LoopEntry {
  /** Item of the iteration; absent in a `while_loop`. */
  readonly loop_value?: unknown;
  /** `key` is the name of the output, such as `read_output`. */
  readonly output_parameter: { readonly key: string };
  readonly output_value: unknown;
}

/** Returns the entries of each iteration of a loop when a value is the output of one; else null. */
export function readIterations(value: unknown): readonly (readonly LoopEntry[])[] | null {
  if (!Array.isArray(value) || !value.some((entries) => Array.isArray(entries) && entries.some(isEntry))) {
    return null;
  }
  return value.map((entries) => (Array.isArray(entries) ? entries.filter(isEntry) : []));
}

/** Returns the names of the outputs that loops have among their own, of all iterations, also in loops of loops. */
export function listLoopedNames(outputs: readonly unknown[]): ReadonlySet<string> {
  const entries = outputs.flatMap((output) => readIterations(output)?.flat() ?? []);
  if (entries.length === 0) return new Set();
  const names = entries.map(({ output_parameter: { key } }) => key);
  return new Set([...names, ...listLoopedNames(entries.map(({ output_value: value }) => value))]);
}

function isEntry(value: unknown): value is LoopEntry {
  if (typeof value !== 'object' || value === null || !('output_value' in value)) return false;
  const parameter = 'output_parameter' in value ? value.output_parameter : null;
  return (
    typeof parameter === 'object' &&
    parameter !== null &&
    'key' in parameter &&
    typeof parameter.key === 'string'
  );
}
