import {
  type ActionDefinition,
  type PageAction,
  type PageActionType,
  pageActions,
  type Static,
  type Type,
} from '@runwright/contract';

type Definitions = typeof pageActions;

/**
 * Page action as the model writes it: with a reason, and with null for optional fields that it does not need. Only code of the agent
 * sets `hold_ms`.
 */
export type OfferedAction = {
  [Name in PageActionType]: { reason: string; action_type: Name } & OrNull<
    Static<Type.TObject<Definitions[Name]['modelFields']>>
  > &
    (Name extends 'keypress' ? { hold_ms?: number } : unknown);
}[PageActionType];

type OrNull<Fields> = {
  [Name in keyof Fields]: Record<never, never> extends Pick<Fields, Name>
    ? Fields[Name] | null
    : Fields[Name];
};

/** Name and definition of each page action, in the order in which the model reads them. */
export const offeredActions: readonly (readonly [name: string, ActionDefinition])[] =
  Object.entries<ActionDefinition>(pageActions);

/** Returns whether the browser driver executes the action. */
export function isOfferedAction(candidate: { readonly action_type: string }): candidate is OfferedAction {
  return Object.hasOwn(pageActions, candidate.action_type);
}

/**
 * Converts an action of the model to a page action.
 *
 * @param links targets of the link tokens of the page view; an unknown token stays unchanged and fails as a URL
 */
export function toPageAction(chosen: OfferedAction, links: Readonly<Record<string, string>>): PageAction {
  const { modelFields, linkFields }: ActionDefinition = pageActions[chosen.action_type];
  const fields = Object.entries(chosen).flatMap(([name, value]) => {
    const isField = Object.hasOwn(modelFields, name) || name === 'hold_ms';
    if (!isField || value === null || value === undefined) return [];
    const isLink = linkFields.includes(name) && typeof value === 'string';
    return [[name, isLink ? linkTarget(value, links) : value]];
  });
  // The schema of the decision has checked the fields, and a page action accepts all that the model may choose.
  return { action_type: chosen.action_type, ...Object.fromEntries(fields) } as PageAction;
}

/** Returns the URL of a link token such as `{L3}`; any other text is returned unchanged. */
export function linkTarget(text: string, links: Readonly<Record<string, string>>): string {
  const token = /^\{?(L\d+)\}?$/.exec(text.trim())?.[1];
  return (token && links[token]) ?? text;
}
