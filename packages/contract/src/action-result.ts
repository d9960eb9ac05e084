import type { JsonObject } from './json.ts';
import type { PageEvent } from './page-event.ts';

/** What an action came to. A failed action is a result, not an exception. */
export interface ActionResult {
  readonly status: 'ok' | 'failed' | 'no_effect';
  /**
   * Why it failed: `stale_target`, `ambiguous_target`, `covered`, `disabled`, `value_mismatch`, `state_mismatch`,
   * `no_option`, `blocked_destination`, `navigation_failed`, `secret_refused`, `timeout`, `unsupported`.
   */
  readonly code?: string;
  /** A sentence for the model and the record; no secret in it. */
  readonly message: string;
  /** Name and kind of the element that was acted on. */
  readonly target?: { readonly id: string; readonly kind: string; readonly name: string };
  /** How it was carried out: real input events, keys, or a DOM call. */
  readonly dispatch?: 'pointer' | 'keyboard' | 'dom' | 'navigation' | 'none';
  readonly settle: { readonly reason: 'quiet' | 'cap' | 'navigation' | 'none'; readonly durationMs: number };
  readonly urlBefore: string;
  readonly urlAfter: string;
  /** Files, dialogs and tabs that the action brought. */
  readonly events: readonly PageEvent[];
  /** Id of the recorded action; set by the engine. */
  readonly actionId?: string;
}

/** Narrow form of a recorded action result, for the timeline. */
export function resultRecord(result: ActionResult): JsonObject {
  return {
    status: result.status,
    code: result.code ?? null,
    message: result.message,
    target: result.target ? { ...result.target } : null,
    dispatch: result.dispatch ?? null,
    settle: { ...result.settle },
    url_before: result.urlBefore,
    url_after: result.urlAfter,
    events: result.events.map((event) => ({ ...event })),
  };
}
