import type { Attempt, Json, JsonObject, Run, RunErrorEntry, WorkflowDefinition } from '@runwright/contract';
import { allBlocks } from '@runwright/definition';
import { comparePaths, loopsAround } from './loop-rows.ts';

/**
 * The last attempt of each block that ended, in the order in which the blocks began. What stands in an attempt of a loop
 * that was tried again is left out.
 */
export function endedAttempts(attempts: readonly Attempt[]): readonly Attempt[] {
  const last = new Map<string, Attempt>();
  for (const attempt of attempts) {
    const key = JSON.stringify(attempt.path);
    if (attempt.attempt >= (last.get(key)?.attempt ?? 0)) last.set(key, attempt);
  }
  return [...last.values()].filter(
    (attempt) =>
      attempt.finishedAt !== null &&
      attempt.status !== 'lost' &&
      loopsAround(attempt.path).every(
        (loop) => last.get(JSON.stringify(loop.path))?.attempt === loop.attempt,
      ),
  );
}

/** Outputs by block label: of a block in a loop, those of the highest index in which it was executed. */
export function outputsByLabel(attempts: readonly Attempt[]): Record<string, Json> {
  const highest = new Map<string, Attempt>();
  for (const attempt of endedAttempts(attempts)) {
    const found = highest.get(attempt.label);
    if (!found || comparePaths(found.path, attempt.path) <= 0) highest.set(attempt.label, attempt);
  }
  return Object.fromEntries([...highest].map(([label, attempt]) => [label, attempt.output]));
}

/**
 * Output of a run. Workflow: `<label>_output` of every block that ended and `extracted_information`, everything that
 * was extracted, in block order; null when no block ended. Task: the extracted data. A code of the definition's own
 * error mapping that was found among the errors stands in `error`.
 */
export function runOutput(
  run: Pick<Run, 'kind'>,
  definition: WorkflowDefinition,
  attempts: readonly Attempt[],
  errors: readonly RunErrorEntry[],
): Json {
  const outputs = outputsByLabel(attempts);
  const output = run.kind === 'task' ? taskOutput(outputs) : workflowOutput(outputs, loopedLabels(attempts));
  const codes = customCodes(definition);
  const matched = errors.find((entry) => codes.has(entry.error_code));
  if (!matched) return output;
  if (isObject(output)) return { ...output, error: matched.error_code };
  return { extracted_information: output, error: matched.error_code };
}

/** Errors of all blocks that ended, without duplicates, at most `most`. */
export function runErrors(attempts: readonly Attempt[], most: number): readonly RunErrorEntry[] {
  const seen = new Map<string, RunErrorEntry>();
  for (const entry of endedAttempts(attempts).flatMap((attempt) => attempt.errors)) {
    seen.set(JSON.stringify([entry.error_code, entry.reasoning, entry.block_label]), entry);
  }
  return [...seen.values()].slice(0, most);
}

function taskOutput(outputs: Readonly<Record<string, Json>>): Json {
  const output = Object.values(outputs).at(-1) ?? null;
  if (!isObject(output) || !('extracted_information' in output)) return output;
  return output.extracted_information ?? null;
}

function workflowOutput(outputs: Readonly<Record<string, Json>>, looped: ReadonlySet<string>): Json {
  const recorded = Object.entries(outputs);
  if (recorded.length === 0) return null;
  const counted = recorded.filter(([label]) => !looped.has(label));
  return {
    ...Object.fromEntries(recorded.map(([label, output]) => [`${label}_output`, output])),
    extracted_information: extractedIn(counted.map(([, output]) => output)),
  };
}

/** Labels of the blocks that are in the body of a loop that ended: the output of the loop has theirs, of all iterations. */
function loopedLabels(attempts: readonly Attempt[]): ReadonlySet<string> {
  const ended = endedAttempts(attempts);
  const outer = new Set(ended.flatMap(({ path }) => (path.length === 1 ? [path[0]] : [])));
  return new Set(ended.flatMap(({ path, label }) => (path.length > 1 && outer.has(path[0]) ? [label] : [])));
}

/** Objects are appended, arrays joined, null left out; the search in an object stops at its first such member. */
function extractedIn(value: Json): Json[] {
  const extracted: Json[] = [];
  collect(value);
  return extracted;

  function collect(part: Json): void {
    if (typeof part !== 'object' || part === null) return;
    if (isObject(part) && 'extracted_information' in part) add(part.extracted_information ?? null);
    else for (const member of isList(part) ? part : Object.values(part)) collect(member);
  }

  function add(found: Json): void {
    if (isList(found)) for (const item of found) extracted.push(item);
    else if (found !== null) extracted.push(found);
  }
}

function customCodes(definition: WorkflowDefinition): ReadonlySet<string> {
  const maps = [
    definition.error_code_mapping,
    ...allBlocks(definition.blocks).map((block) => block.error_code_mapping),
  ];
  return new Set(maps.flatMap((map) => (typeof map === 'object' && map !== null ? Object.keys(map) : [])));
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
