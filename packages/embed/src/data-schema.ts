import { type JsonSchema, RunwrightError, type Static, type TSchema } from '@runwright/contract';
import { compileSchema } from '@runwright/core';
import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';

/**
 * Shape of extracted data: a schema of TypeBox, a JSON Schema, or a schema of a library with the Standard Schema interface,
 * such as zod.
 */
export type DataSchema = TSchema | StandardSchemaV1;

/** Type of the data that fits a schema. */
export type DataOf<Schema> =
  Schema extends StandardSchemaV1<unknown, infer Output>
    ? Output
    : Schema extends TSchema
      ? Static<Schema>
      : unknown;

/**
 * Converts a schema to JSON Schema, which the model is told. Throws `invalid_input` for a schema of a library that does not
 * convert its schemas.
 *
 * @param jsonSchema the converted schema, when the caller has one
 */
export function toJsonSchema(schema: DataSchema, jsonSchema?: JsonSchema): JsonSchema {
  if (jsonSchema) return jsonSchema;
  if (!isStandardSchema(schema)) return { ...schema };
  const { vendor } = schema['~standard'];
  if (!convertsToJson(schema)) {
    throw new RunwrightError(
      'invalid_input',
      `Cannot convert the schema of \`${vendor}\` to JSON Schema: it has no \`~standard.jsonSchema\`. Use a newer version of the library, or pass the option \`jsonSchema\`.`,
    );
  }
  try {
    const { $schema, ...converted } = schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
    return converted;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new RunwrightError(
      'invalid_input',
      `Cannot convert the schema of \`${vendor}\` to JSON Schema: ${reason} Change the schema, or pass the option \`jsonSchema\`.`,
      { cause },
    );
  }
}

/**
 * Checks data with the validator of its schema and returns the data as the schema makes it, such as with defaults. Throws
 * `block_failed` with `details.problems` when the data does not fit.
 */
export async function checkData<const Schema extends DataSchema>(
  schema: Schema,
  data: unknown,
): Promise<DataOf<Schema>>;
export async function checkData(schema: DataSchema, data: unknown): Promise<unknown> {
  if (!isStandardSchema(schema)) {
    const checked = compileSchema(schema)(data);
    if (checked.ok) return checked.value;
    throw misfit(checked.problems);
  }
  const result = await schema['~standard'].validate(data);
  if (!result.issues) return result.value;
  throw misfit(
    result.issues.map(({ message, path = [] }) => ({ message, path: path.map(keyOf), type: 'value_error' })),
  );
}

interface Misfit {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

function misfit(problems: readonly Misfit[]): RunwrightError {
  const [first] = problems;
  const place = first && first.path.length > 0 ? `\`${first.path.join('.')}\`` : 'the data';
  return new RunwrightError(
    'block_failed',
    `The extracted data does not fit the schema: ${place}: ${first?.message ?? 'it is not valid'}. Describe the data in the instruction, or allow null where the page may show none.`,
    { details: { failure_category: 'extraction', problems } },
  );
}

function keyOf(segment: PropertyKey | StandardSchemaV1.PathSegment): string | number {
  const key = typeof segment === 'object' ? segment.key : segment;
  return typeof key === 'number' ? key : String(key);
}

function isStandardSchema(schema: DataSchema): schema is StandardSchemaV1 {
  return '~standard' in schema;
}

function convertsToJson(schema: StandardSchemaV1): schema is StandardSchemaV1 & StandardJSONSchemaV1 {
  return 'jsonSchema' in schema['~standard'];
}
