import { Validator } from '@cfworker/json-schema';
import {
  type RJSFSchema,
  type RJSFValidationError,
  toErrorSchema,
  type ValidationData,
  type ValidatorType,
} from '@rjsf/utils';
import { asObject, type Json, type JsonObject } from '../yaml/json.ts';
import { titleOf } from './block-schema.ts';

/**
 * Validator of forms that interprets the schema. The usual one compiles it to a function, which the policy of the page forbids.
 */
export const schemaValidator: ValidatorType = {
  validateFormData(data, schema, _customValidate, transformErrors, uiSchema): ValidationData<unknown> {
    const found = problemsOf(schema, data);
    const errors = transformErrors ? transformErrors(found, uiSchema) : found;
    return { errors, errorSchema: toErrorSchema(errors) };
  },
  isValid: (schema, data, rootSchema) => problemsOf(withDefinitions(schema, rootSchema), data).length === 0,
  rawValidation: <Result>(schema: RJSFSchema, data?: unknown) => ({
    errors: problemsOf(schema, data) as Result[],
  }),
};

/** References of a part lead into the whole schema. */
function withDefinitions(schema: RJSFSchema, root: RJSFSchema): RJSFSchema {
  const { definitions, $defs } = root;
  return { ...(definitions ? { definitions } : {}), ...($defs ? { $defs } : {}), ...schema };
}

function problemsOf(schema: RJSFSchema, data: unknown): RJSFValidationError[] {
  // The validator knows no undefined; absent members are absent for it.
  const value: unknown = data === undefined ? {} : JSON.parse(JSON.stringify(data));
  const { errors } = new Validator(schema as object, '7', false).validate(value);
  return errors
    .filter(({ keyword }) => !containers.has(keyword))
    .map(({ keyword, instanceLocation, error }) => {
      const missing = keyword === 'required' ? /"([^"]+)"/.exec(error)?.[1] : undefined;
      const path = [...instanceLocation.split('/').slice(1).map(unescaped), ...(missing ? [missing] : [])];
      const message = isMissing(keyword) ? requiredText(titleAt(schema, path)) : (messages[keyword] ?? error);
      const property = `.${path.join('.')}`;
      return { name: keyword, message, property, stack: `${property} ${message}`, schemaPath: '' };
    });
}

/** Keywords whose errors only say that one below has failed. */
const containers = new Set([
  'properties',
  'items',
  'additionalProperties',
  'patternProperties',
  'anyOf',
  'allOf',
  'oneOf',
  '$ref',
]);

const messages: Readonly<Record<string, string>> = {
  pattern: 'Use letters, digits and underscores only; begin with a letter or an underscore.',
};

/** Returns what forms and problems say about a member without a value, by its title. */
export function requiredText(title: string): string {
  return `${title} is required.`;
}

/** Returns the title of a member in its schema. */
function titleAt(schema: unknown, path: readonly string[]): string {
  const found = path.reduce<JsonObject | null>(
    (at, part) => {
      const within = /^\d+$/.test(part) ? at?.items : asObject(at?.properties)?.[part];
      return asObject(within);
    },
    asObject(schema as Json),
  );
  return typeof found?.title === 'string' ? found.title : titleOf(path.at(-1) ?? '');
}

function isMissing(keyword: string): boolean {
  return keyword === 'required' || keyword === 'minLength';
}

function unescaped(part: string): string {
  return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
}
