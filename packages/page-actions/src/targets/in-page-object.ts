import type { PageArgument } from '@runwright/page-reader';
import type { ActionContext } from '../action-context.ts';
import { createComposedTree } from '../in-page/composed-tree.ts';
import type { Target } from './target.ts';

/** An object in the page, next to an element, for the duration of one action. */
export interface InPageObject {
  /** Calls a member. The page could return another shape than the function does. */
  call(member: string, ...parameters: readonly PageArgument[]): Promise<unknown>;
  /** An element that a member answers with, as something to act on; null when it answers with none. */
  element(name: string, member: string, ...parameters: readonly PageArgument[]): Promise<Target | null>;
}

/**
 * Creates an object in the page of a target.
 *
 * @param make is self-contained and is called with the composed tree and the element
 */
export async function createInPageObject(
  { limits }: ActionContext,
  target: Target,
  make: (dom: ReturnType<typeof createComposedTree>, element: Element) => object,
): Promise<InPageObject> {
  const { frame, handle } = target.found;
  const source = `function () { return (${make})((${createComposedTree})(), this); }`;
  const made = await frame.callForHandle(handle, source, [], limits);
  if (!made) throw new Error('the page answered with nothing');
  return {
    call: (member, ...parameters) =>
      frame.call(
        made,
        `function (member, ...rest) { return this[member](...rest); }`,
        [member, ...parameters],
        limits,
      ),
    async element(name, member, ...parameters) {
      const part = await target.callForTarget(memberOf, made, member, ...parameters);
      return part && { ...part, about: { ...part.about, name }, called: `"${name}" in ${target.called}` };
    },
  };
}

function memberOf(
  _element: Element,
  made: Record<string, (...parameters: readonly unknown[]) => Element | null>,
  member: string,
  ...parameters: readonly unknown[]
): Element | null {
  return made[member]?.(...parameters) ?? null;
}
