import type { FormatDefinition } from 'ajv';
import addFormats, { type FormatName } from 'ajv-formats';
import { spendSteps } from './work-budget.ts';

/** Characters of a text that is compared with a format; a longer one does not have it. */
export const formatCharacters = 100_000;

const names: readonly FormatName[] = [
  ...(['date', 'time', 'date-time', 'iso-time', 'iso-date-time', 'duration', 'email', 'hostname'] as const),
  ...(['ipv4', 'ipv6', 'uri', 'uri-reference', 'uri-template', 'uuid', 'byte'] as const),
  ...(['json-pointer', 'json-pointer-uri-fragment', 'relative-json-pointer'] as const),
];

/**
 * The formats of `ajv-formats` for text that take time in proportion to its length. All of them do (measured over hostile
 * texts of 4,000 and 40,000 characters), except `url`, which backtracks, and `regex`, which compiles: both are replaced.
 */
export const linearFormats: Readonly<Record<string, FormatDefinition<string>>> = {
  ...Object.fromEntries(names.map((name) => [name, bounded(addFormats.default.get(name))])),
  url: bounded((text: string) => /^(?:https?|ftp):\/\/\S+$/i.test(text) && URL.canParse(text)),
  regex: bounded((text: string) => text.length <= 1000 && isExpression(text)),
};

function bounded(format: unknown): FormatDefinition<string> {
  const definition = (isDefinition(format) ? format : { validate: format }) as FormatDefinition<string>;
  const { validate } = definition;
  const test = validate instanceof RegExp ? (text: string) => validate.test(text) : validate;
  return {
    ...definition,
    validate: (text: string) => {
      spendSteps(1 + text.length / 4);
      return text.length <= formatCharacters && typeof test === 'function' && test(text);
    },
  };
}

function isDefinition(format: unknown): format is object {
  return typeof format === 'object' && format !== null && !(format instanceof RegExp);
}

function isExpression(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
