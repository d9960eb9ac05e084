import { singleExpression } from './template.ts';

/** Returns the type of a criterion: as declared, else inferred from its text. */
export function criteriaType(criteria: {
  readonly criteria_type?: 'jinja2_template' | 'prompt' | null | undefined;
  readonly expression: string;
}): 'jinja2_template' | 'prompt' {
  if (criteria.criteria_type) return criteria.criteria_type;
  const text = criteria.expression.trim();
  const isStatement = text.startsWith('{%') && text.endsWith('%}');
  return isStatement || singleExpression(text) !== null ? 'jinja2_template' : 'prompt';
}

const falseWords: ReadonlySet<string> = new Set(['', 'false', 'no', 'n', 'off', 'null', 'none']);

/**
 * Returns whether a condition's value holds. Text is false when it is blank, one of `false no n off null none` in any case, or a
 * numeric zero; empty lists and maps, 0, null and undefined are false; everything else is true.
 */
export function isTruthy(value: unknown): boolean {
  if (typeof value === 'string') {
    const text = value.trim().toLowerCase();
    return !falseWords.has(text) && Number(text) !== 0;
  }
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === 'object' && value !== null && !(value instanceof Date))
    return Object.keys(value).length > 0;
  return Boolean(value);
}
