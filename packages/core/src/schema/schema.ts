import { type Problem, RunwrightError, type Static, type TSchema } from '@runwright/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type SchemaNode, schemaNode } from './schema-node.ts';
import { problemsOf } from './schema-problems.ts';
import { shapeValue, type ValueSource } from './schema-shape.ts';

/** What a check came to: the value with defaults filled in, or every mistake in it in document order. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Checks one value; never throws and never changes what it was given. */
export type Check<T> = (value: unknown) => Checked<T>;

/**
 * Makes a check from a schema (JSON Schema 2020-12 or TypeBox). The value in the answer is a copy: defaults filled in, null
 * taken as "not given" where the schema has no null, whole numbers and decimal text accepted for numbers; booleans are
 * booleans only. With `source: 'text'` (query parameters) booleans are written `true`, `false`, `1`, `0`, and one value
 * stands for a list. Data nested deeper than 100 levels is refused.
 *
 * @throws RunwrightError `invalid_input` when the schema itself is not valid.
 */
export function compileSchema<const S extends TSchema>(
  schema: S,
  options: { readonly source?: ValueSource } = {},
): Check<Static<S>> {
  const root = schemaNode(schema);
  const validate = validator(root);
  const source = options.source ?? 'json';
  return (value) => {
    if (isTooLarge(value)) return { ok: false, problems: [tooLarge] };
    const shaped = shapeValue(root, value, source);
    if (validate(shaped)) return { ok: true, value: shaped as Static<S> };
    return {
      ok: false,
      problems: problemsOf(validate.errors ?? [], { root, value: shaped, source, validator }),
    };
  };
}

const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true, logger: false });
addFormats.default(ajv);

const compiled = new WeakMap<SchemaNode, ValidateFunction>();

/** Compiles once per schema object, and lets the compiler forget it, so that a long-lived process does not grow. */
function validator(schema: SchemaNode): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  const { $schema: _dialect, ...document } = schema;
  try {
    const validate = ajv.compile(document);
    compiled.set(schema, validate);
    return validate;
  } catch (cause) {
    throw new RunwrightError('invalid_input', `A valid JSON Schema was wanted: ${reasonOf(cause)}.`, {
      cause,
    });
  } finally {
    ajv.removeSchema(document);
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

const maximumDepth = 100;
const maximumNodes = 1_000_000;
const tooLarge: Problem = {
  path: [],
  type: 'value_error',
  message: `Value error, the data is nested deeper than ${maximumDepth} levels or repeats itself endlessly`,
};

/** Looks before anything is copied: aliases of YAML can make a short text endless. */
function isTooLarge(value: unknown): boolean {
  let nodes = 0;
  const visit = (member: unknown, depth: number): boolean => {
    nodes += 1;
    if (depth > maximumDepth || nodes > maximumNodes) return true;
    if (typeof member !== 'object' || member === null) return false;
    return Object.values(member).some((child) => visit(child, depth + 1));
  };
  return visit(value, 0);
}
