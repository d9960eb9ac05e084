import type { Problem, Static, TSchema } from '@runwright/contract';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { valueError } from '../problem.ts';
import { countNodes, schemaValidator } from './schema-compiler.ts';
import { type SchemaNode, schemaNode } from './schema-node.ts';
import { problemsOf } from './schema-problems.ts';
import { shapeValue, type ValueSource } from './schema-shape.ts';
import { isStackOverflow, WorkLimitError, withWorkBudget } from './work-budget.ts';

/** The result of a check: the value with defaults filled in, or every problem in document order. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Checks one value; never throws and never changes what it was given. */
export type Check<T> = (value: unknown) => Checked<T>;

/**
 * Makes a check from a schema (JSON Schema 2020-12 or TypeBox). The value in the answer is a copy: defaults filled in, null
 * taken as "not given" where the schema has no null, whole numbers and decimal text accepted for numbers; booleans are
 * booleans only. With `source: 'text'` (query parameters) booleans are written `true`, `false`, `1`, `0`, and one value
 * stands for a list. With `source: 'exact'` the value has to fit as it is, and is answered itself. Data nested deeper than 100 levels is refused, and so is
 * a value whose check would take millions of steps.
 *
 * @throws RunwrightError `invalid_input` when the schema itself is not valid.
 */
export function compileSchema<const S extends TSchema>(
  schema: S,
  options: { readonly source?: ValueSource } = {},
): Check<Static<S>> {
  const root = schemaNode(schema);
  schemaValidator(root, 'first');
  const source = options.source ?? 'json';
  return (value) => {
    const nodes = countNodes(value, dataLimits);
    if (nodes === null) return { ok: false, problems: [tooLarge] };
    try {
      return withWorkBudget(stepsFor(nodes), () => checkValue<Static<S>>(root, value, source));
    } catch (error) {
      if (error instanceof WorkLimitError) return { ok: false, problems: [valueError([], error.message)] };
      if (isStackOverflow(error)) return { ok: false, problems: [endless] };
      throw error;
    }
  };
}

function checkValue<T>(root: SchemaNode, value: unknown, source: ValueSource): Checked<T> {
  const shaped = shapeValue(root, value, source);
  const validate = schemaValidator(root, 'first');
  if (validate(shaped)) return { ok: true, value: shaped as T };
  const errors = allErrors(root, shaped) ?? validate.errors ?? [];
  return { ok: false, problems: problemsOf(errors, { root, value: shaped, source }) };
}

/** Every error in a value; null when collecting them would take too much time and memory. */
function allErrors(root: SchemaNode, value: unknown): readonly ErrorObject[] | null {
  const validate = schemaValidator(root, 'all');
  try {
    withWorkBudget(stepsToCollect, () => validate(value));
    return validate.errors ?? null;
  } catch (error) {
    if (error instanceof WorkLimitError) return null;
    throw error;
  }
}

/**
 * Steps that the check of a value may take: with common schemas it is fewer than 10 for each of its nodes. A schema whose
 * references double would never end.
 */
function stepsFor(nodes: number): number {
  return Math.min(300_000 + 30 * nodes, 5_000_000);
}

/** Steps that may be taken to find the mistakes after the first; an error takes up memory, so there are fewer. */
const stepsToCollect = 300_000;

/** Limits of a value that is checked; aliases of YAML count as often as they are used, so that none is endless. */
const dataLimits = { depth: 100, nodes: 1_000_000 };
const tooLarge = valueError(
  [],
  `the data is nested deeper than ${dataLimits.depth} levels, has more than 1,000,000 values or repeats itself endlessly`,
);

const endless = valueError(
  [],
  'the schema refers to itself without an end; put the reference into a member or an item',
);
