import type { ActionEffect, ActionResult, ReadBack } from '@runwright/contract';
import type { Settled } from './settle/settle.ts';

/** What a family of actions says it did; the session adds addresses, events and the wait. */
export interface Outcome {
  readonly status: ActionResult['status'];
  readonly code?: string;
  readonly message: string;
  readonly target?: ActionResult['target'];
  readonly dispatch?: ActionResult['dispatch'];
  readonly readBack?: ReadBack;
  /** What it may have changed, when its target tells more than its type. */
  readonly effect?: ActionEffect;
  /** How to wait afterwards: `changes` ignores requests, `done` means that it was waited for already. */
  readonly wait?: 'changes' | 'done';
  /** How the wait went that was part of the action: there is no other one then. */
  readonly settled?: Settled;
  /** The action counts only when something came of it. */
  readonly needsEffect?: boolean;
}

/** An outcome that is reported to the model instead of being thrown. */
export function failed(code: string, message: string, rest: Partial<Outcome> = {}): Outcome {
  return { status: 'failed', code, message, ...rest };
}

/** Everything went as asked. */
export function done(message: string, rest: Partial<Outcome> = {}): Outcome {
  return { status: 'ok', message, ...rest };
}
