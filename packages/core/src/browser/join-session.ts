import type { BrowserSession, DestinationRule } from '@runwright/contract';
import type { BrowserControl } from '../live/browser-control.ts';
import type { ControlGuest } from '../live/control-guest.ts';

/** A run's part in a browser session, while it uses the browser of it. */
export interface SessionGuest {
  /** Puts the secrets of the run in place of their placeholders. */
  readonly reveal: (text: string, origin: string) => string;
  /** Returns the rule for where the secrets in a text may be sent. */
  readonly destinationRule: (text: string) => DestinationRule;
  readonly control: ControlGuest;
}

/** Joins the browser of a stored session that this process holds; null when it does not. */
export type JoinSession = (
  browserSessionId: string,
  guest: SessionGuest,
) => {
  readonly session: BrowserSession;
  readonly control: BrowserControl;
  /** Hands control of a person back, if one has it. */
  readonly endControl: () => Promise<void>;
  readonly leave: () => Promise<void>;
} | null;
