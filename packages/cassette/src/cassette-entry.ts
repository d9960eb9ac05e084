import { type LanguageModel, type ModelPurpose, type ModelReply, RunwrightError } from '@runwright/contract';

/** A model as the entries of a cassette describe it. */
export type ModelDescription = Pick<LanguageModel, 'id' | 'provider' | 'can'>;

/** One call of a model: a line of `model.jsonl`. */
export interface CassetteEntry {
  /** SHA-256 of `request`. */
  readonly key: string;
  readonly purpose: ModelPurpose;
  readonly model: ModelDescription;
  /** The request, normalised; to be compared and read, not to be sent. */
  readonly request: string;
  /** What the names in `request` stand for, in the order of their places. */
  readonly values: readonly string[];
  /** Without what went over the wire. */
  readonly reply: Omit<ModelReply, 'wire'>;
}

/** Reads the lines of a cassette. Throws `invalid_input` for a line that is no entry. */
export function parseEntries(text: string, file: string): readonly CassetteEntry[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const entry = parseLine(line);
    if (isEntry(entry)) return [entry];
    throw new RunwrightError(
      'invalid_input',
      `Cannot read line ${index + 1} of \`${file}\`: it is no entry of a cassette. Record the run again.`,
    );
  });
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function isEntry(value: unknown): value is CassetteEntry {
  if (!isObject(value)) return false;
  const { key, purpose, model, request, values, reply } = value;
  return (
    [key, purpose, request].every((one) => typeof one === 'string') &&
    isObject(model) &&
    typeof model.id === 'string' &&
    isObject(model.can) &&
    Array.isArray(values) &&
    values.every((one) => typeof one === 'string') &&
    isObject(reply)
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
