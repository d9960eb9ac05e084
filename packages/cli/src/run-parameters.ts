import { parseExactJson, RunwrightError } from '@runwright/contract';

/** Parameters as they are given to a command. */
export interface GivenParameters {
  /** `key=value`, each. */
  readonly param: readonly string[];
  /** A JSON object; values of `param` come before its members. */
  readonly parameters?: string;
}

/** Reads the parameters of a run. Throws `invalid_input` for a pair without a key, and for JSON that is no object. */
export function readParameters({ param, parameters }: GivenParameters): Readonly<Record<string, unknown>> {
  return { ...readObject(parameters), ...Object.fromEntries(param.map(readPair)) };
}

function readPair(text: string): readonly [string, string] {
  const split = text.indexOf('=');
  if (split > 0) return [text.slice(0, split), text.slice(split + 1)];
  throw new RunwrightError('invalid_input', `A parameter is given as key=value, not as \`${text}\`.`);
}

function readObject(text = '{}'): Readonly<Record<string, unknown>> {
  try {
    const value = parseExactJson(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Told below, like every other text that is no object.
  }
  throw new RunwrightError(
    'invalid_input',
    'Cannot read `--parameters`: it is no JSON object. Write it as \'{"key": "value"}\', or use `-p key=value`.',
  );
}
