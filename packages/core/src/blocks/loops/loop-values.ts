import { findJsonExcess, type Json, jsonLimits, parseExactJson, RunwrightError } from '@runwright/contract';
import {
  asRecord,
  findUndefinedNames,
  isTemplate,
  missingPaths,
  namesIn,
  renderValue,
  syntaxFault,
  templateFailedError,
  templateValueToJson,
} from '@runwright/definition';
import { TemplateError } from '@runwright/jinja';
import type { LoopContext } from '../../registry/block-kinds.ts';
import { noteUndefined } from '../conditions/note-undefined.ts';
import { readLoopValues } from './read-loop-values.ts';

/** Members of a `for_loop` that say what it goes through. */
export interface LoopOver {
  readonly loop_over_parameter_key?: string | null;
  readonly loop_variable_reference?: string | null;
  readonly data_schema?: Json;
}

/**
 * The items of a `for_loop`: of its reference, else of its parameter. What is found is a list, or becomes a list of one.
 *
 * @throws RunwrightError `block_failed` when a reference or key leads to nothing, or no page holds what was asked for in
 * words; `template_failed` when the reference cannot be rendered.
 */
export async function loopValues(over: LoopOver, context: LoopContext): Promise<readonly Json[]> {
  const reference = over.loop_variable_reference?.trim() ?? '';
  if (reference === '') return parameterValues(over.loop_over_parameter_key?.trim() ?? '', context);
  if (isPlainLanguage(reference, context)) {
    return readLoopValues({ wanted: reference, schema: over.data_schema ?? null }, context);
  }
  const value = referenced(reference, context);
  const found = listIn(value);
  if (found !== null && (found.length > 0 || isKnown(reference, context))) {
    await noteSingle(value, found, reference, context);
    return found;
  }
  const source = expressionOf(reference);
  noteUndefined(source, ['loop_variable_reference'], context);
  const [meant] = findUndefinedNames(source, context.scope).flatMap(({ suggestion }) => suggestion ?? []);
  const remedy =
    meant === undefined ? 'Name an output or a parameter that has one.' : `Did you mean \`${meant}\`?`;
  throw unresolved(
    `Cannot find the items of loop \`${context.label}\`: \`${reference}\` has no value. ${remedy}`,
  );
}

/** Returns whether a reference is a name with members after it, such as `orders_output.rows[0]`. */
export function isPath(text: string): boolean {
  return /^\s*[\p{L}_][\p{L}\p{N}_]*(\s*\.\s*[\p{L}_][\p{L}\p{N}_]*|\[[^\]]*\])*\s*$/u.test(text);
}

async function parameterValues(key: string, context: LoopContext): Promise<readonly Json[]> {
  const { scope, label } = context;
  const value = templateValueToJson(scope.names[key]);
  const found = listIn(value);
  if (found !== null) {
    await noteSingle(value, found, key, context);
    return found;
  }
  throw unresolved(
    `Cannot find the items of loop \`${label}\`: the parameter \`${key}\` has no value. Pass one to the run.`,
  );
}

/** The value of a reference; null when it names what does not exist. */
function referenced(reference: string, context: LoopContext): Json {
  const { label, scope } = context;
  const source = expressionOf(reference);
  try {
    return templateValueToJson(renderValue(source, scope, context));
  } catch (error) {
    if (error instanceof TemplateError && error.kind === 'undefined') return null;
    throw templateFailedError({ label, place: 'loop_variable_reference', source: reference, scope }, error);
  }
}

/** Braces are optional. */
function expressionOf(reference: string): string {
  return isTemplate(reference) ? reference : `{{ ${reference} }}`;
}

/** Returns whether there is everything that a reference names: a filter makes an empty list of nothing. */
function isKnown(reference: string, { scope }: LoopContext): boolean {
  return missingPaths(expressionOf(reference), scope).length === 0;
}

/** The list that a value is or holds, as outputs of blocks do; else the value as a list of one. Null for nothing. */
function listIn(value: Json): readonly Json[] | null {
  if (value === null) return null;
  const extracted = memberOf(value, 'extracted_information');
  const candidates = [value, extracted, memberOf(extracted, 'results'), memberOf(value, 'results')];
  for (const candidate of candidates) {
    const list = asList(candidate);
    if (list !== null) return list;
  }
  return [extracted ?? value];
}

/** Says that a loop goes once over a single text, number or truth value: where a list was meant, nobody would see it. */
async function noteSingle(
  value: Json,
  found: readonly Json[],
  reference: string,
  { label, log }: LoopContext,
): Promise<void> {
  const [only = null] = found;
  const isWhole = only === value || only === memberOf(value, 'extracted_information');
  if (found.length !== 1 || !isWhole || typeof only === 'object') return;
  const message = `Loop \`${label}\` has one iteration: \`${reference}\` is no list, it is ${kinds[typeof only]}.`;
  await log.record({ type: 'progress', message, data: null });
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
};

function memberOf(value: Json, name: string): Json {
  return (asRecord(value)?.[name] ?? null) as Json;
}

/** A list, or text that is one as JSON: that is how `| tojson` and answers of models print it. */
function asList(value: Json): readonly Json[] | null {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string' || !value.trim().startsWith('[')) return null;
  const excess = findJsonExcess(value, jsonLimits);
  if (excess !== null)
    throw new RunwrightError('block_failed', `The list of the loop ${excess}; loop over fewer.`);
  try {
    const parsed = parseExactJson(value);
    return Array.isArray(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/**
 * Returns whether a reference says in words what is wanted: it has a space, is no template and no path, and is no expression
 * over names that there are.
 */
function isPlainLanguage(reference: string, { scope }: LoopContext): boolean {
  if (!/\s/.test(reference) || isTemplate(reference) || isPath(reference)) return false;
  const source = `{{ ${reference} }}`;
  if (syntaxFault(source) !== null) return !/[|{}[\]()]/.test(reference);
  const names = namesIn(source);
  return (
    names.length > 0 &&
    !names.some((name) => name in scope.names) &&
    /^[\p{L}\p{N}\s,.'’-]+$/u.test(reference)
  );
}

function unresolved(message: string): RunwrightError {
  return new RunwrightError('block_failed', message, {
    details: {
      failure_category: 'definition',
      errors: [{ error_code: 'loop_unresolved', reasoning: message }],
    },
  });
}
