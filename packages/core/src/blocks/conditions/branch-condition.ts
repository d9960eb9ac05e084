import { type Static, Type, template } from '@runwright/contract';
import { singleExpression } from '@runwright/definition';

const nullable = <const S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** The condition of a branch: a template's value, or a sentence that a model judges. */
export const BranchCriteria = Type.Object({
  criteria_type: Type.Optional(nullable(Type.Enum(['jinja2_template', 'prompt']))),
  expression: Type.String({ description: 'A template, or a condition in words.' }),
  description: Type.Optional(nullable(Type.String())),
});

/** One branch of a conditional; rendered by the conditional itself, branch after branch. */
export const BranchCondition = Type.Object(
  {
    id: Type.Optional(nullable(Type.String())),
    criteria: Type.Optional(nullable(BranchCriteria)),
    next_block_label: Type.Optional(nullable(Type.String())),
    description: Type.Optional(nullable(Type.String())),
    is_default: Type.Boolean({ default: false }),
  },
  template('none'),
);
export type BranchCondition = Static<typeof BranchCondition>;

/** Returns the type of a criterion: as declared, else inferred from its text. */
export function criteriaType(criteria: Static<typeof BranchCriteria>): 'jinja2_template' | 'prompt' {
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
