import {
  type BlockNode,
  type Json,
  type JsonObject,
  parameterKeyword,
  RunwrightError,
} from '@runwright/contract';
import { TemplateError } from '@runwright/jinja';
import { listNames, pathText } from '../problem.ts';
import { asRecord, schemaNode } from '../schema/schema-node.ts';
import { mapTemplates, ruleOf } from '../template/map-templates.ts';
import { type RenderedSize, renderedSize } from '../template/rendered-size.ts';
import {
  missingPaths,
  renderJson,
  renderPromptText,
  renderText,
  renderValue,
  type TemplateOptions,
  templateErrorReason,
} from '../template/template.ts';
import type { TemplateScope } from '../template/template-scope.ts';
import type { DefinitionBlock } from './block-types.ts';

/** Options of {@link renderConfig}. */
export interface RenderOptions extends TemplateOptions {
  /** The workflow's error codes: merged into those of a block that takes any, whose own win. Default: none. */
  readonly errorCodes?: Readonly<Record<string, string>> | null;
}

/**
 * The config that a block's `run` gets: its own members of the node, templates rendered on a copy, parameters filled in,
 * checked against the schema. A rendered value is never rendered again. A `url` that is exactly a parameter's key is that
 * parameter's value.
 *
 * @throws RunwrightError `template_failed` with the output `{failure_reason}`, or `invalid_input` with
 * `details.problems` when a rendered value does not fit.
 */
export function renderConfig(
  block: DefinitionBlock,
  node: BlockNode,
  scope: TemplateScope,
  options: RenderOptions,
): JsonObject {
  const written = ownMembers(block, node, scope, options);
  const size = renderedSize();
  const rendered = mapTemplates(block.config, written, (text, { path, rule }) => {
    try {
      if (rule === 'json') return templateValueToJson(renderJson(text, scope), size);
      if (rule === 'prompt') return templateValueToJson(renderPromptText(text, scope, options), size);
      if (rule !== 'native') return templateValueToJson(renderText(text, scope, options), size);
      return templateValueToJson(renderValue(text, scope, options), size);
    } catch (error) {
      if (rule === 'lenient') return text;
      throw templateFailedError({ label: node.label, place: pathText(path), source: text, scope }, error);
    }
  });
  const checked = block.checkConfig({ ...asRecord(rendered), ...parametersOf(block, node, scope) });
  if (checked.ok) return checked.value as JsonObject;
  const problems = checked.problems.map(({ path, message }) => `\`${pathText(path)}\`: ${message}`);
  throw new RunwrightError(
    'invalid_input',
    `Block \`${node.label}\` has values that do not fit after its templates were rendered: ${problems.join('; ')}.`,
    { details: { problems: checked.problems, failure_category: 'definition' } },
  );
}

/** A template of a block, and what it was rendered with. */
export interface FailedTemplate {
  readonly label: string;
  /** Member of the block, as a path. */
  readonly place: string;
  readonly source: string;
  readonly scope: TemplateScope;
}

/** The error of a template that failed in a block. Names that do not exist are told all at once. */
export function templateFailedError(
  { label, place, source, scope }: FailedTemplate,
  error: unknown,
): RunwrightError {
  const shown = source.length > 200 ? `${source.slice(0, 200)}…` : source;
  const isUndefined = error instanceof TemplateError && error.kind === 'undefined';
  const missing = isUndefined ? missingPaths(source, scope) : [];
  const names = missing.length > 0 ? ` Undefined: ${listNames(missing)}.` : '';
  const message = `The jinja template in \`${place}\` of block \`${label}\` could not be rendered: ${templateErrorReason(error, source)}.${names} Template: \`${shown}\``;
  return new RunwrightError('template_failed', message, {
    cause: error,
    details: { output: { failure_reason: message } },
  });
}

function ownMembers(
  block: DefinitionBlock,
  node: BlockNode,
  scope: TemplateScope,
  { errorCodes }: RenderOptions,
): { readonly [member: string]: unknown } {
  const names = Object.keys(schemaNode(block.config.properties));
  const own: Record<string, unknown> = Object.fromEntries(
    names.filter((name) => name in node).map((name) => [name, node[name]]),
  );
  if (typeof own.url === 'string' && Object.hasOwn(scope.parameters, own.url)) {
    const value = scope.parameters[own.url] ?? null;
    // Quoted as an expression, so that a parameter's value is never taken for a template.
    own.url = value === null ? null : `{{ ${own.url} }}`;
  }
  for (const name of Object.keys(own)) {
    if (schemaNode(schemaNode(block.config.properties)[name])[parameterKeyword] === true) {
      own[name] = keysAsTemplates(own[name], scope);
    }
  }
  if (errorCodes && names.includes('error_code_mapping')) {
    own.error_code_mapping = { ...errorCodes, ...asRecord(own.error_code_mapping) };
  }
  return own;
}

/** Keys of parameters and of outputs, written as templates; a parameter's null stays no text. */
function keysAsTemplates(value: unknown, scope: TemplateScope): unknown {
  if (Array.isArray(value)) return value.map((entry) => keysAsTemplates(entry, scope));
  if (typeof value !== 'string') return value;
  const key = value.trim();
  const isOutput = key.endsWith('_output') && Object.hasOwn(scope.names, key);
  if (!isOutput && !Object.hasOwn(scope.parameters, key)) return value;
  return scope.names[key] === null ? null : `{{ ${key} }}`;
}

/** Values for members that the engine fills: the parameters and outputs that the block asks for. */
function parametersOf(
  block: DefinitionBlock,
  node: BlockNode,
  scope: TemplateScope,
): { readonly [member: string]: unknown } {
  const keys = Array.isArray(node.parameter_keys) ? node.parameter_keys : [];
  const values = Object.fromEntries(
    keys.filter((key) => typeof key === 'string').map((key) => [key, scope.names[key] ?? null]),
  );
  const filled = Object.entries(schemaNode(block.config.properties)).filter(
    ([, property]) => ruleOf(schemaNode(property), block.config) === 'parameters',
  );
  return Object.fromEntries(filled.map(([name]) => [name, values]));
}

/**
 * A template's value as JSON: what is undefined is null, whole numbers beyond 2^53 and dates are text. Throws a
 * `TemplateError` when it is larger than `size` has left; default: a budget of its own.
 */
export function templateValueToJson(value: unknown, size: RenderedSize = renderedSize()): Json {
  if (typeof value === 'string') {
    size.text(value);
    return value;
  }
  size.value();
  if (value === undefined) return null;
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) {
    size.characters(value.length * 2);
    return Buffer.from(value).toString('base64');
  }
  if (Array.isArray(value)) return value.map((item) => templateValueToJson(item, size));
  const members = asRecord(value);
  if (!members) return value as Json;
  return Object.fromEntries(
    Object.entries(members).map(([key, member]) => {
      size.text(key);
      return [key, templateValueToJson(member, size)];
    }),
  );
}
