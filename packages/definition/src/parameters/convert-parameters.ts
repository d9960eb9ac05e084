import {
  findJsonExcess,
  type Json,
  jsonLimits,
  type Problem,
  parseExactJson,
  type WorkflowDefinition,
  type WorkflowParameter,
  type WorkflowParameterType,
} from '@runwright/contract';
import { listNames, valueError } from '../problem.ts';
import { asRecord } from '../schema/schema-node.ts';
import { parseBoolean, parseDecimalNumber, parseWholeNumber } from '../schema/schema-shape.ts';
import { isDeeperThan } from '../schema/storable-json.ts';
import { misspeltKey } from './similar-key.ts';

/** The converted parameters of a run. Problems refuse the start; warnings go to the timeline. */
export interface ConvertedParameters {
  /** By key; those of type `credential_id` that were not given are null. Secrets are never among them. */
  readonly values: Readonly<Record<string, Json>>;
  /** Sorted by key; paths are `['parameters', key]`. */
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/** Checks and converts what the caller of a run gave; a default stands in for what was left out, null or blank. */
export function convertParameters(
  definition: WorkflowDefinition,
  given: Readonly<Record<string, unknown>> | null | undefined,
): ConvertedParameters {
  const wanted = definition.parameters.filter((parameter) => parameter.parameter_type === 'workflow');
  const byKey = wanted.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const results = byKey.map((parameter) => ({
    key: parameter.key,
    result: givenOrDefault(parameter, given ?? {}),
  }));
  const known = new Set(wanted.map(({ key }) => key));
  const unknown = Object.keys(given ?? {}).filter((key) => !known.has(key));
  if (unknown.length > mostUnknown) return tooManyUnknown(unknown.length);
  const omitted = results.flatMap(({ key, result }) => (result.ok && result.omitted ? [key] : []));
  const lacking = results.flatMap(({ key, result }) => (result.ok || result.type !== 'missing' ? [] : [key]));
  const misspelt = unknown.flatMap((key) => {
    const credential = misspeltKey(key, omitted);
    if (credential !== null) return [misspeltProblem(key, `the credential \`${credential}\` is left out`)];
    const required = misspeltKey(key, lacking);
    return required === null ? [] : [misspeltProblem(key, `\`${required}\` is missing`)];
  });
  return {
    values: Object.fromEntries(
      results.flatMap(({ key, result }) => (result.ok ? [[key, result.value]] : [])),
    ),
    problems: [
      ...results.flatMap(({ key, result }) =>
        result.ok ? [] : [{ path: ['parameters', key], type: result.type, message: result.message }],
      ),
      ...misspelt,
    ].toSorted(byPath),
    warnings: unknownParameters(definition, given).map(({ key, message }) => ({
      path: ['parameters', key],
      type: 'unknown_parameter',
      message,
    })),
  };
}

/** A parameter that was given to a run and that its workflow does not have. */
export interface UnknownParameter {
  readonly key: string;
  readonly message: string;
  /** Key of the workflow that was most likely meant; null when none resembles it. */
  readonly meant: string | null;
}

/** Returns the parameters that the caller of a run gave and the workflow does not have, in their order. */
export function unknownParameters(
  definition: WorkflowDefinition,
  given: Readonly<Record<string, unknown>> | null | undefined,
): readonly UnknownParameter[] {
  const known = definition.parameters.flatMap(({ key, parameter_type: type }) =>
    type === 'workflow' ? [key] : [],
  );
  const unknown = Object.keys(given ?? {}).filter((key) => !known.includes(key));
  return unknown.map((key) => {
    const meant = misspeltKey(key, known);
    const shown = meant === null ? hasOnly(known) : `Did you mean \`${meant}\`? ${hasOnly(known)}`;
    return {
      key,
      meant,
      message: `The workflow has no parameter \`${key}\`, so its value is not used. ${shown}`,
    };
  });
}

function hasOnly(known: readonly string[]): string {
  return known.length > 0 ? `It has ${listNames(known)}.` : 'It has none.';
}

/** A converted value, or why there is none. */
export type Conversion =
  | {
      readonly ok: true;
      readonly value: Json;
      /** Nothing was given, and nothing has to be: the value is null. */
      readonly omitted?: boolean;
    }
  | { readonly ok: false; readonly type: string; readonly message: string };

/** Converts one value to a parameter's type; a blank or null one is `missing`. */
export function convertValue(type: WorkflowParameterType, value: unknown): Conversion {
  return isMissing(type, value) ? missing : converters[type](value);
}

const missing: Conversion = { ok: false, type: 'missing', message: 'Field required' };

function givenOrDefault(parameter: WorkflowParameter, given: Readonly<Record<string, unknown>>): Conversion {
  const { key, workflow_parameter_type: type, default_value: fallback } = parameter;
  const found = Object.hasOwn(given, key) ? given[key] : undefined;
  if (!isMissing(type, found)) return converters[type](found);
  if (fallback !== undefined && fallback !== null) return convertValue(type, fallback);
  return type === 'credential_id' ? { ok: true, value: null, omitted: true } : missing;
}

function isMissing(type: WorkflowParameterType, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (type === 'string') return false;
  if (typeof value === 'string') return value.trim() === '';
  return type === 'file_url' && asRecord(value) !== null && addressOf(value) === null;
}

const converters: Readonly<Record<WorkflowParameterType, (value: unknown) => Conversion>> = {
  string: (value) => {
    if (typeof value === 'string') return { ok: true, value };
    const checked = shallow(value as Json);
    return checked.ok ? { ok: true, value: JSON.stringify(value) } : checked;
  },
  integer: (value) => {
    const number = typeof value === 'string' ? parseWholeNumber(value.trim()) : value;
    if (typeof number === 'number' && Number.isSafeInteger(number)) return { ok: true, value: number };
    if (isWholeNumber(value))
      return refused('the number is beyond 2^53 and would change; declare the parameter as a `string`');
    return { ok: false, type: 'int_parsing', message: 'Input should be a valid integer' };
  },
  float: (value) => {
    const number = typeof value === 'string' ? parseDecimalNumber(value.trim()) : value;
    if (typeof number === 'number' && Number.isFinite(number)) return { ok: true, value: number };
    return { ok: false, type: 'float_parsing', message: 'Input should be a valid number' };
  },
  boolean: (value) => {
    if (typeof value === 'boolean') return { ok: true, value };
    const meant =
      typeof value === 'string' || typeof value === 'number' ? parseBoolean(String(value).trim()) : null;
    if (meant !== null) return { ok: true, value: meant };
    return { ok: false, type: 'bool_parsing', message: 'Input should be a valid boolean' };
  },
  json: (value) => {
    if (typeof value !== 'string') return shallow(value as Json);
    const excess = findJsonExcess(value, jsonLimits);
    if (excess !== null) return refused(`the JSON ${excess}`);
    try {
      return { ok: true, value: parseExactJson(value) as Json };
    } catch {
      return refused('the text is not valid JSON');
    }
  },
  file_url: (value) => {
    if (addressOf(value) !== null) return shallow(value as Json);
    return refused('use a URL, an artifact URI, or an object with `s3uri`');
  },
  credential_id: (value) => {
    if (typeof value === 'string') return { ok: true, value: value.trim() };
    return refused('use the id of a credential, a text');
  },
};

/** Returns whether a value is a whole number of any size. */
function isWholeNumber(value: unknown): boolean {
  return typeof value === 'string' ? /^[+-]?\d+$/.test(value.trim()) : Number.isInteger(value);
}

function shallow(value: Json): Conversion {
  if (!isDeeperThan(value, jsonLimits.depth)) return { ok: true, value };
  return refused(`the data is nested deeper than ${jsonLimits.depth} levels`);
}

function refused(reason: string): Conversion {
  return { ok: false, type: 'value_error', message: `Value error, ${reason}` };
}

function addressOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  const { s3uri, url } = asRecord(value) ?? {};
  return [s3uri, url].find((text): text is string => typeof text === 'string' && text.trim() !== '') ?? null;
}

/** A credential that is left out by mistake would not be missed before the run signs in. */
function misspeltProblem(key: string, lack: string): Problem {
  const reason = `there is no parameter \`${key}\`, and ${lack}; correct the key`;
  return valueError(['parameters', key], reason);
}

function byPath(a: Problem, b: Problem): number {
  return a.path.join() < b.path.join() ? -1 : 1;
}

/** Keys that a run may be given and its workflow does not have. */
const mostUnknown = 100;

function tooManyUnknown(count: number): ConvertedParameters {
  const reason = `${count} parameters are given that the workflow does not have, at most ${mostUnknown} may be; leave them out`;
  return { values: {}, problems: [valueError(['parameters'], reason)], warnings: [] };
}
