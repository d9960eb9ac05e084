import { randomBytes } from 'node:crypto';
import { delimitData } from '@runwright/contract';
import {
  Environment,
  type EnvironmentOptions,
  type Reference,
  TemplateError,
  toText,
} from '@runwright/jinja';
import { asRecord } from '../schema/schema-node.ts';
import { jsonText } from './json-text.ts';
import type { TemplateScope } from './template-scope.ts';

/** Options of rendering a template. */
export interface TemplateOptions {
  /** Undefined names are errors; default false: they print nothing. */
  readonly strict: boolean;
}

/**
 * In text the filter `json` prints JSON; in a structured value it marks that the type is kept, which it is anyway. What leaves
 * a template is a tree within the budget of the template: outside, values are copied, compared and written as JSON.
 */
const environments = {
  text: {
    lenient: environment({ undefined: 'default' }).addFilter('json', jsonText),
    strict: environment({ undefined: 'strict' }).addFilter('json', jsonText),
  },
  json: environment({ undefined: 'strict', finalize: jsonOf }).addFilter('json', jsonText),
  value: {
    lenient: environment({ undefined: 'default' }).addFilter('json', (value) => value),
    strict: environment({ undefined: 'strict' }).addFilter('json', (value) => value),
  },
};

function environment(options: EnvironmentOptions): Environment {
  return new Environment({ ...options, results: 'tree' });
}

/** The text that a template prints. Throws {@link TemplateError}. */
export function renderText(source: string, scope: TemplateScope, { strict }: TemplateOptions): string {
  return environments.text[strict ? 'strict' : 'lenient'].compile(source).render(scope.names, scope);
}

/** The text of JSON that a template prints; what is undefined fails. Throws {@link TemplateError}. */
export function renderJson(source: string, scope: TemplateScope): string {
  return environments.json.compile(source).render(scope.names, scope);
}

/** The value of a text that is exactly one `{{ … }}`, else the text that it prints. Throws {@link TemplateError}. */
export function renderValue(source: string, scope: TemplateScope, options: TemplateOptions): unknown {
  const expression = singleExpression(source);
  if (expression === null) return renderText(source, scope, options);
  const environment = environments.value[options.strict ? 'strict' : 'lenient'];
  const value = environment.compileExpression(expression).evaluate(scope.names, scope);
  // A value that keeps its type is printed nowhere, and it is printing that fails for what is undefined.
  if (options.strict && holdsUndefined(value)) {
    renderText(source, scope, options);
    throw new TemplateError('undefined', 'A member of the value is undefined.');
  }
  return value;
}

function holdsUndefined(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === undefined;
  return Object.values(value).some(holdsUndefined);
}

/**
 * The text that a template of a prompt prints. When it reads outputs of blocks, or what came from them, everything that it
 * prints and that could pass for an instruction is marked as data. Throws {@link TemplateError}.
 */
export function renderPromptText(source: string, scope: TemplateScope, options: TemplateOptions): string {
  const readsData = referencesIn(source).some(({ name }) => scope.isData?.(name) === true);
  if (!readsData) return renderText(source, scope, options);
  const boundary = randomBytes(12).toString('hex');
  const finalize = (value: unknown) => asData(value, boundary);
  const undefinedKind = options.strict ? 'strict' : 'default';
  const data = environment({ undefined: undefinedKind, finalize }).addFilter('json', jsonText);
  return data.compile(source).render(scope.names, scope);
}

/** Numbers and single words, such as a name, an id or an address, stay as they are. */
function asData(value: unknown, boundary: string): unknown {
  if (value === null || (typeof value !== 'object' && typeof value !== 'string')) return value;
  const text = typeof value === 'string' ? value : toText(value);
  const isWord = text.length <= longestWord && !/[\s<>[\]]/.test(text);
  return isWord ? text : `\n${delimitData('value', boundary, text)}\n`;
}

const longestWord = 200;

/** A condition in words with its template parts rendered; what prints nothing appears as `(empty value)`. */
export function renderPrompt(source: string, scope: TemplateScope, options: TemplateOptions): string {
  if (source.includes('{%')) return renderPromptText(source, scope, options);
  // After the last end no part can begin: a search for its end would go through the rest of the text each time.
  const last = source.lastIndexOf('}}');
  const end = last < 0 ? 0 : last + 2;
  const rendered = source.slice(0, end).replace(/\{\{[\s\S]*?\}\}/g, (part) => {
    const printed = renderPromptText(part, scope, options);
    return printed.trim() === '' ? '(empty value)' : printed;
  });
  return `${rendered}${source.slice(end)}`;
}

/** The expression of a text that is exactly one `{{ … }}`; null for every other text. */
export function singleExpression(source: string): string | null {
  const inner = /^\s*\{\{[-+]?([\s\S]*?)[-+]?\}\}\s*$/.exec(source)?.[1];
  if (inner === undefined || inner.trim() === '') return null;
  try {
    environments.value.lenient.compileExpression(inner);
    return inner;
  } catch {
    // `{{ a }} and {{ b }}` has an inner part that is no expression.
    return null;
  }
}

/** Returns the syntax error of a template; null when there is none. */
export function syntaxFault(source: string): string | null {
  try {
    environments.text.lenient.compile(source);
    return null;
  } catch (error) {
    return templateErrorReason(error, source);
  }
}

/** The names that a template reads from outside without checking first whether they exist; none when it has a fault. */
export function namesIn(source: string): readonly string[] {
  const references = referencesIn(source).filter(({ guarded }) => !guarded);
  return [...new Set(references.map(({ name }) => name))];
}

/**
 * Everything that a template reads from outside; none when it has a fault. Names of the functions that every template has are among it,
 * because a name of the scope hides them.
 */
export function referencesIn(source: string): readonly Reference[] {
  try {
    return environments.text.lenient.references(source);
  } catch {
    return [];
  }
}

/** The names that a template, or an expression without delimiters, reads from outside, with their places in order; null when it has a fault. */
export function freeReadings(
  source: string,
  form: 'template' | 'expression',
): readonly { readonly name: string; readonly at: number }[] | null {
  const environment = environments.text.lenient;
  try {
    return form === 'template' ? environment.references(source) : environment.expressionReferences(source);
  } catch {
    return null;
  }
}

/** Returns why a template failed, for the user: the reason, the place, and a hint at names that cannot be written as they are. */
export function templateErrorReason(error: unknown, source = ''): string {
  if (!(error instanceof TemplateError)) return error instanceof Error ? error.message : String(error);
  const place = error.line > 0 ? ` (line ${error.line}, column ${error.column})` : '';
  const hint = hasNameWithSign(source) ? '. A name cannot contain `-` or `/`; use `_` instead' : '';
  return `${error.message}${place}${hint}`;
}

/** Looks into each tag once; a search that begins anew at each letter takes minutes for a text of 100 KB. */
function hasNameWithSign(source: string): boolean {
  return source.split('}').some((part) => {
    const start = part.search(/\{[{%]/);
    return start >= 0 && nameWithSign.test(part.slice(start));
  });
}

/** Begins at the beginning of a word only, so that no letter is looked at twice. */
const nameWithSign = /(?<![\p{L}\p{N}_])\p{N}*[\p{L}_][\p{L}\p{N}_]*[-/][\p{L}_]/u;

/** The names and paths that a template wants and the scope does not have, such as `user.name` and `items[0]`. */
export function missingPaths(source: string, scope: TemplateScope): readonly string[] {
  return [...new Set(missingReferences(source, scope.names).map(({ text }) => text))];
}

/** Everything that a template reads without checking first whether it exists, and that does not. */
export function missingReferences(
  source: string,
  names: Readonly<Record<string, unknown>>,
): readonly Reference[] {
  const isFunction = (name: string) => builtInFunctions.has(name) && !Object.hasOwn(names, name);
  return referencesIn(source).filter(
    ({ name, path, guarded }) => !guarded && !isFunction(name) && !exists([name, ...path], names),
  );
}

function exists(path: readonly (string | number)[], names: Readonly<Record<string, unknown>>): boolean {
  let at: unknown = names;
  for (const step of path) {
    at = memberOf(at, step);
    if (at === undefined) return false;
  }
  return true;
}

/** Lists and texts are counted from their end too, and have no members by name. */
function memberOf(value: unknown, step: string | number): unknown {
  if (typeof step === 'number' && (typeof value === 'string' || Array.isArray(value))) return value.at(step);
  const members = asRecord(value) ?? {};
  return Object.hasOwn(members, step) ? members[step] : undefined;
}

/** Functions that every Jinja2 template has, unless its scope has another value of that name. */
export const builtInFunctions: ReadonlySet<string> = new Set([
  'range',
  'dict',
  'lipsum',
  'cycler',
  'joiner',
  'namespace',
]);

/** Texts stand in quotes that the template writes, everything else is JSON by itself. */
function jsonOf(value: unknown): unknown {
  return typeof value === 'string' ? value : jsonText(value);
}
