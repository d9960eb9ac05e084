import { type Static, Type } from 'typebox';
import type { ActionDefinition, ActionEffect } from './action-definition.ts';
import { pageActions } from './page-actions.ts';

/** Name of an action, such as `click`. */
export type PageActionType = keyof typeof pageActions;

/** Actions of the given types. */
export type PageActionOf<Name extends PageActionType> = {
  [Each in Name]: Static<
    Type.TObject<{ action_type: Type.TLiteral<Each> } & ActionFields<(typeof pageActions)[Each]>>
  >;
}[Name];

/** Something that is done to a page. Actions are data, so that they can be planned, stored, replayed and shown. */
export type PageAction = PageActionOf<PageActionType>;

/** Schemas of the fields that an action accepts from code, by name. */
export type ActionFields<Definition extends ActionDefinition> =
  Definition extends ActionDefinition<infer ModelFields, infer CodeFields>
    ? Omit<ModelFields, keyof CodeFields> & CodeFields
    : never;

/** Schema of every action. */
export const PageAction = Type.Unsafe<PageAction>(
  Type.Union(
    Object.entries<ActionDefinition>(pageActions).map(([name, { modelFields, codeFields }]) =>
      Type.Object({ action_type: Type.Literal(name), ...modelFields, ...codeFields }),
    ),
  ),
);

/** Returns the effect class of an action, before it is performed. */
export function effectOf(action: PageAction): ActionEffect {
  const { effect } = pageActions[action.action_type];
  return typeof effect === 'function' ? effect(action) : effect;
}
