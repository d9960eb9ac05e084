import { type EgressPolicy, RunwrightError } from '@runwright/contract';
import type { CallLimits, FoundElement, PageArgument } from '@runwright/page-reader';
import type { Page } from 'playwright-core';
import type { EgressProxy } from '../egress-proxy.ts';
import type { Secrets } from '../secrets.ts';
import type { Watch } from '../settle.ts';
import type { Tab } from '../tabs.ts';
import type { Input } from './input.ts';
import { failed, type Outcome } from './outcome.ts';

/** What every action works with. */
export interface Hands {
  readonly tab: Tab;
  readonly page: Page;
  readonly input: Input;
  /** The view that the action was planned on is the newest one. */
  readonly isCurrent: boolean;
  readonly secrets: Secrets;
  readonly egress: EgressPolicy;
  readonly proxy: EgressProxy;
  readonly signal: AbortSignal;
  readonly limits: CallLimits;
  readonly now: () => number;
  /** Watches the page from now on, to be waited for between the parts of one action. */
  watch(): Promise<Watch>;
}

/** An element that an action is about. */
export interface Target {
  readonly found: FoundElement;
  readonly about: { readonly id: string; readonly kind: string; readonly name: string };
  /** `button "Save" (a12)`, for messages. */
  readonly called: string;
  /** Calls a self-contained function with the element as its first argument. */
  call<Result>(
    inPage: (element: Element, ...rest: never[]) => Result,
    ...parameters: readonly PageArgument[]
  ): Promise<Awaited<Result>>;
}

/** The element of an id, or the outcome that says why there is none. */
export async function targetOf(hands: Hands, id: string): Promise<Target | Outcome> {
  const { reader } = hands.tab;
  const clean = id.trim().replace(/^\*/, '');
  const seen = reader.seen(clean);
  let found = await reader.find(clean, hands.limits);
  if (!found && seen) {
    // What was drawn again since the view takes its id over when the page is looked at.
    await reader.peek(hands.signal);
    found = await reader.find(clean, hands.limits);
  }
  if (!found || (!seen && !hands.isCurrent)) {
    const name = seen ? ` (${seen.kind} "${seen.name}")` : '';
    return failed(
      'stale_target',
      `\`${clean}\`${name} is not on the page any more. Read the page again and choose from it.`,
    );
  }
  const about = { id: clean, kind: seen?.kind ?? 'item', name: seen?.name ?? '' };
  return {
    found,
    about,
    called: `${about.kind} "${about.name}" (${clean})`,
    async call(inPage, ...parameters) {
      const source = `function (...rest) { return (${inPage})(this, ...rest); }`;
      const answer = await found.frame.call(found.handle, source, parameters, hands.limits);
      // The page's word in the shape that our own function gives it; nothing is granted on the strength of it.
      return answer as never;
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
    return failed('blocked_destination', cause.message);
  throw cause;
}
