import type {
  Attempt,
  BlockNode,
  Json,
  JsonObject,
  Run,
  RunErrorEntry,
  WorkflowDefinition,
} from '@runwright/contract';

/** Most entries that a run's `errors` hold. */
const maxErrors = 100;

/** The last attempt of each block that ended, in the order in which the blocks ended. */
export function endedAttempts(attempts: readonly Attempt[]): readonly Attempt[] {
  const last = new Map<string, Attempt>();
  for (const attempt of attempts) {
    if (attempt.finishedAt === null || attempt.status === 'lost') continue;
    const key = JSON.stringify(attempt.path);
    last.delete(key);
    last.set(key, attempt);
  }
  return [...last.values()];
}

/** Outputs by block label, the latest of each. */
export function outputsByLabel(attempts: readonly Attempt[]): Record<string, Json> {
  return Object.fromEntries(endedAttempts(attempts).map((attempt) => [attempt.label, attempt.output]));
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
  const ended = endedAttempts(attempts);
  const output = run.kind === 'task' ? taskOutput(ended) : workflowOutput(ended);
  const codes = customCodes(definition);
  const matched = errors.find((entry) => codes.has(entry.error_code));
  if (!matched) return output;
  if (isObject(output)) return { ...output, error: matched.error_code };
  return { extracted_information: output, error: matched.error_code };
}

/** Errors of all blocks that ended, without duplicates, at most 100. */
export function runErrors(attempts: readonly Attempt[]): readonly RunErrorEntry[] {
  const seen = new Map<string, RunErrorEntry>();
  for (const entry of endedAttempts(attempts).flatMap((attempt) => attempt.errors)) {
    seen.set(JSON.stringify([entry.error_code, entry.reasoning, entry.block_label]), entry);
  }
  return [...seen.values()].slice(0, maxErrors);
}

function taskOutput(ended: readonly Attempt[]): Json {
  const output = ended.at(-1)?.output ?? null;
  if (!isObject(output) || !('extracted_information' in output)) return output;
  return output.extracted_information ?? null;
}

function workflowOutput(ended: readonly Attempt[]): Json {
  if (ended.length === 0) return null;
  const outputs = Object.fromEntries(ended.map((attempt) => [`${attempt.label}_output`, attempt.output]));
  return { ...outputs, extracted_information: ended.flatMap((attempt) => extractedIn(attempt.output)) };
}

/** Objects are appended, arrays joined, null left out; the search in an object stops at its first such member. */
function extractedIn(value: Json): Json[] {
  if (isList(value)) return value.flatMap(extractedIn);
  if (!isObject(value)) return [];
  if (!('extracted_information' in value)) return Object.values(value).flatMap(extractedIn);
  const found = value.extracted_information ?? null;
  if (found === null) return [];
  return isList(found) ? [...found] : [found];
}

function customCodes(definition: WorkflowDefinition): ReadonlySet<string> {
  const blocks: readonly BlockNode[] = definition.blocks;
  const maps = [definition.error_code_mapping, ...blocks.map((block) => block.error_code_mapping)];
  return new Set(maps.flatMap((map) => (typeof map === 'object' && map !== null ? Object.keys(map) : [])));
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
