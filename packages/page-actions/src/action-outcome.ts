import type { ActionEffect, ActionResult, ReadBack } from '@runwright/contract';
import type { Settled } from './settle/settle.ts';

/** Outcome of an action, without addresses, events and the wait afterwards. */
export interface ActionOutcome {
  readonly status: ActionResult['status'];
  readonly code?: string;
  readonly message: string;
  readonly target?: ActionResult['target'];
  readonly dropTarget?: ActionResult['dropTarget'];
  readonly httpStatus?: ActionResult['httpStatus'];
  readonly dispatch?: ActionResult['dispatch'];
  readonly readBack?: ReadBack;
  /** Effect that it may have, when it is known more precisely than from the type of the action. */
  readonly effect?: ActionEffect;
  /** Kind of wait afterwards: `changes` ignores requests, `done` means that it was waited for already. */
  readonly wait?: 'changes' | 'done';
  /** Result of a wait that was part of the action; there is no other wait then. */
  readonly settled?: Settled;
  /** The action counts only when something came of it. */
  readonly needsEffect?: boolean;
}

/** Creates a failed outcome, which is returned instead of thrown. */
export function failed(code: string, message: string, rest: Partial<ActionOutcome> = {}): ActionOutcome {
  return { status: 'failed', code, message, ...rest };
}

/** Creates a successful outcome. */
export function done(message: string, rest: Partial<ActionOutcome> = {}): ActionOutcome {
  return { status: 'ok', message, ...rest };
}
