import type { ActionEffect } from './action-definition.ts';
import type { Box } from './element.ts';
import type { Json, JsonObject } from './json.ts';
import type { PageEvent } from './page-event.ts';

/** The element that was acted on, and what finds it again on another day. */
export interface ActionTarget {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  /** Fingerprint of the element when it was resolved; null when the driver has none. */
  readonly fingerprint?: JsonObject | null;
  /** Up to three selectors of different kinds, each unique in its root when the action began. */
  readonly selectors?: readonly string[];
  /** Address of the frame around it, by the protocol. */
  readonly frame?: string;
  /** Position of the element when it was acted on. */
  readonly box?: Box;
}

/** Value that was read after an action to verify it. It never contains a secret. */
export interface ReadBack {
  /** Expected value, such as a text or a state; null for secrets. */
  readonly wanted: Json;
  /** Actual value; null for secrets. */
  readonly found: Json;
  readonly holds: boolean;
  /** Number of tries, 1 or more. */
  readonly attempts: number;
}

/** Result of an action. A failed action is a result, not an exception. */
export interface ActionResult {
  readonly status: 'ok' | 'failed' | 'no_effect';
  /**
   * Reason of the failure: `stale_target`, `ambiguous_target`, `covered`, `disabled`, `value_mismatch`,
   * `state_mismatch`, `no_option`, `blocked_destination`, `navigation_failed`, `secret_refused`, `timeout`,
   * `unsupported`, `no_download`, `download_failed`, `upload_not_accepted`, `file_unavailable`, `no_tab`, `bot_detection`.
   */
  readonly code?: string;
  /** A sentence for the model and the record; no secret in it. */
  readonly message: string;
  /** The element that was acted on; of an action at a point, the listed element there. */
  readonly target?: ActionTarget;
  /** The element that another one was dragged to. */
  readonly dropTarget?: ActionTarget;
  /** HTTP status of the document that a navigation has opened, when it says that something is wrong: 400 to 599. */
  readonly httpStatus?: number;
  /** Way of execution: real input events, keys, or a DOM call. */
  readonly dispatch?: 'pointer' | 'keyboard' | 'dom' | 'navigation' | 'none';
  /** Value that was read after the action; absent for actions that are verified by their effect alone. */
  readonly readBack?: ReadBack;
  /** Possible effect, judged by the target; absent: the result of `effectOf`. */
  readonly effect?: ActionEffect;
  readonly settle: { readonly reason: 'quiet' | 'cap' | 'navigation' | 'none'; readonly durationMs: number };
  /** Milliseconds from the call to the result, waiting included. */
  readonly durationMs?: number;
  readonly urlBefore: string;
  readonly urlAfter: string;
  /** Files, dialogs and tabs that the action brought. */
  readonly events: readonly PageEvent[];
  /** Id of the recorded action; set by the engine. */
  readonly actionId?: string;
}

/** Narrow form of a recorded action result, for the timeline. */
export function toActionResultRecord(result: ActionResult): JsonObject {
  const { target, dropTarget, httpStatus, readBack, effect, durationMs } = result;
  return {
    status: result.status,
    code: result.code ?? null,
    message: result.message,
    target: target ? targetRecord(target) : null,
    ...(dropTarget ? { drop_target: targetRecord(dropTarget) } : {}),
    ...(httpStatus === undefined ? {} : { http_status: httpStatus }),
    dispatch: result.dispatch ?? null,
    ...(readBack ? { read_back: { ...readBack } } : {}),
    ...(effect === undefined ? {} : { effect }),
    settle: { ...result.settle },
    ...(durationMs === undefined ? {} : { ms: durationMs }),
    url_before: result.urlBefore,
    url_after: result.urlAfter,
    events: result.events.map((event) => ({ ...event })),
  };
}

function targetRecord({ id, kind, name, fingerprint, selectors, frame, box }: ActionTarget): JsonObject {
  return {
    ...{ id, kind, name },
    ...(fingerprint === undefined ? {} : { fingerprint }),
    ...(selectors === undefined ? {} : { selectors }),
    ...(frame === undefined ? {} : { frame }),
    ...(box === undefined ? {} : { box: { ...box } }),
  };
}
