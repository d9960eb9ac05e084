import { type ActionTarget, type EgressPolicy, type OpenedFile, RunwrightError } from '@runwright/contract';
import type { CallLimits, FoundElement, PageArgument, PageHandle } from '@runwright/page-reader';
import type { Page } from 'playwright-core';
import type { EgressDenials } from '../network/egress-denials.ts';
import type { Secrets } from '../common/secrets.ts';
import type { Watch } from '../settle.ts';
import type { Tab, Tabs } from '../tabs/tabs.ts';
import type { Input } from './input.ts';
import type { Outcome } from './outcome.ts';
import { resolveElement } from './resolve.ts';

/** What every action works with. */
export interface ActionContext {
  readonly tab: Tab;
  readonly tabs: Tabs;
  readonly page: Page;
  readonly input: Input;
  /** The view that the action was planned on, and whether it is the newest one. */
  readonly epoch: number;
  readonly isCurrent: boolean;
  readonly secrets: Secrets;
  readonly egress: EgressPolicy;
  readonly proxy: EgressDenials;
  /** Brings the files that an upload names. */
  readonly file: ((reference: string) => Promise<OpenedFile>) | undefined;
  readonly signal: AbortSignal;
  readonly limits: CallLimits;
  readonly now: () => number;
  /** Watches the page from now on, to be waited for between the parts of one action. */
  watch(): Promise<Watch>;
}

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

/** The element of an id, or the outcome that says why there is none. */
export async function resolveTarget(hands: ActionContext, id: string): Promise<Target | Outcome> {
  const resolved = await resolveElement(hands, id);
  return 'status' in resolved ? resolved : createTarget(hands, resolved.found, resolved.about);
}

/** An element as something to act on. */
export function createTarget(hands: ActionContext, found: FoundElement, about: ActionTarget): Target {
  const { frame, handle } = found;
  const sourceOf = (inPage: (element: Element, ...rest: never[]) => unknown): string =>
    `function (...rest) { return (${inPage})(this, ...rest); }`;
  return {
    found,
    about,
    called: `${about.kind} "${about.name}" (${about.id})`,
    async call(inPage, ...parameters) {
      const answer = await frame.call(handle, sourceOf(inPage), parameters, hands.limits);
      // The page's word in the shape that our own function gives it; nothing is granted on the strength of it.
      return answer as never;
    },
    async callForTarget(inPage, ...parameters) {
      const other: PageHandle | null = await frame.callForHandle(
        handle,
        sourceOf(inPage),
        parameters,
        hands.limits,
      );
      return other && createTarget(hands, { ...found, handle: other }, about);
    },
  };
}

/** Whether a target was found. */
export function isTarget(value: Target | Outcome): value is Target {
  return 'found' in value;
}

/** The origin of the frame that an element stands in, by the protocol. */
export function originOf({ found }: Target): string {
  const { url } = found.frame;
  if (!URL.canParse(url)) return 'null';
  const { origin } = new URL(url);
  return origin;
}

/** The policy's refusal as an outcome; other errors are thrown on. */
export function refusal(cause: unknown): Outcome {
  if (RunwrightError.is(cause) && cause.code === 'egress_denied')
    return { status: 'failed', code: 'blocked_destination', message: cause.message };
  throw cause;
}
