import type { Type } from 'typebox';

/** Possible effect of an action: none, on the page, or on the systems behind it (`world`). A `world` action is never repeated automatically. */
export type ActionEffect = 'none' | 'page' | 'world';

/** Definition of an action: its fields, its effect, and how it is offered to the model. */
export interface ActionDefinition<
  ModelFields extends Type.TProperties = Type.TProperties,
  CodeFields extends Type.TProperties = Type.TProperties,
> {
  /** Fields that the model may choose; for the model, an optional one may also be null. */
  readonly modelFields: ModelFields;
  /**
   * Further fields, which only code sets: blocks, programs and hosts. A field that is also in `modelFields` replaces that
   * one, and accepts all of its values.
   */
  readonly codeFields: CodeFields;
  /** Names of the fields of `modelFields` in which a link token of the page view, such as `{L3}`, stands for its address. */
  readonly linkFields: readonly string[];
  /** Effect, before it is known what the target is; of the fields when it depends on them. */
  readonly effect: ActionEffect | ((fields: Readonly<Record<string, unknown>>) => ActionEffect);
  /** True when it leads to another page, so that it is also possible on one that has crashed. */
  readonly leavesPage: boolean;
  /** Text for the model: the name of the action in backticks, its fields, and when to use it. Ends with a full stop. */
  readonly prompt: string;
}

/** Creates the definition of an action. Default of `codeFields` and `linkFields`: none; of `leavesPage`: false. */
export function defineAction<
  ModelFields extends Type.TProperties,
  CodeFields extends Type.TProperties = Record<never, never>,
>({
  codeFields = {} as CodeFields,
  linkFields = [],
  leavesPage = false,
  ...definition
}: Omit<ActionDefinition<ModelFields, CodeFields>, 'codeFields' | 'linkFields' | 'leavesPage'> & {
  readonly codeFields?: CodeFields;
  readonly linkFields?: readonly (keyof ModelFields & string)[];
  readonly leavesPage?: boolean;
}): ActionDefinition<ModelFields, CodeFields> {
  return { codeFields, linkFields, leavesPage, ...definition };
}
