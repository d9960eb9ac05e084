import { type ActionTarget, RunwrightError } from '@runwright/contract';
import {
  type FoundElement,
  findMaskOrigin,
  type PageArgument,
  type PageHandle,
} from '@runwright/page-reader';
import type { ActionContext } from '../action-context.ts';
import { type ActionOutcome, failed } from '../action-outcome.ts';
import { resolveElement } from './resolve-element.ts';

/** An element that an action is about. */
export interface Target {
  readonly found: FoundElement;
  readonly about: ActionTarget;
  /** `button "Save" (a12)`, for messages. */
  readonly called: string;
  /** Calls a self-contained function with the element as its first argument. */
  call<Result>(
    inPage: (element: Element, ...rest: never[]) => Result,
    ...parameters: readonly PageArgument[]
  ): Promise<Awaited<Result>>;
  /** The same for a function that yields an element of the same document: that one as a target, null when none. */
  callForTarget(
    inPage: (element: Element, ...rest: never[]) => Element | null,
    ...parameters: readonly PageArgument[]
  ): Promise<Target | null>;
}

/** Finds the element of an id; else returns the outcome that says why there is none. */
export async function resolveTarget(context: ActionContext, id: string): Promise<Target | ActionOutcome> {
  const resolved = await resolveElement(context, id);
  return 'status' in resolved ? resolved : createTarget(context, resolved.found, resolved.about);
}

/** Creates the target of an element. */
export function createTarget(context: ActionContext, found: FoundElement, about: ActionTarget): Target {
  const { frame, handle } = found;
  const sourceOf = (inPage: (element: Element, ...rest: never[]) => unknown): string =>
    `function (...rest) { return (${inPage})(this, ...rest); }`;
  return {
    found,
    about,
    called: `${about.kind} "${about.name}" (${about.id})`,
    async call(inPage, ...parameters) {
      const answer = await frame.call(handle, sourceOf(inPage), parameters, context.limits);
      // The page's word in the shape that our own function gives it; nothing is granted on the strength of it.
      return answer as never;
    },
    async callForTarget(inPage, ...parameters) {
      const other: PageHandle | null = await frame.callForHandle(
        handle,
        sourceOf(inPage),
        parameters,
        context.limits,
      );
      return other && createTarget(context, { ...found, handle: other }, about);
    },
  };
}

/** Returns true when a target was found. */
export function isTarget(value: Target | ActionOutcome): value is Target {
  return 'found' in value;
}

/** Returns the origin of the frame of an element, by the protocol. */
export function originOf({ found }: Target): string {
  const { url } = found.frame;
  if (!URL.canParse(url)) return 'null';
  const { origin } = new URL(url);
  return origin;
}

/**
 * Masks the texts of what the page has said about a target, as views do, before they are compared with a text of the action: else
 * whoever names such texts could read a secret letter by letter.
 */
export function maskShown<Value>({ secrets }: ActionContext, target: Target, value: Value): Value {
  if (!secrets.hasAny()) return value;
  const { frame, around } = target.found;
  const origins = [findMaskOrigin([frame, ...around.map((outer) => outer.frame)])];
  return JSON.parse(JSON.stringify(value), (_name, part: unknown) =>
    typeof part === 'string' ? secrets.mask(part, origins) : part,
  );
}

/** Returns a refusal of the policy as an outcome; rethrows other errors. No rule refuses a host whose name has no address. */
export function refusal(cause: unknown): ActionOutcome {
  if (!RunwrightError.is(cause) || cause.code !== 'egress_denied') throw cause;
  return cause.details.unresolved === true
    ? failed('navigation_failed', cause.message)
    : failed('blocked_destination', cause.message);
}
