import { type Static, Type, template } from '@runwright/contract';

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
