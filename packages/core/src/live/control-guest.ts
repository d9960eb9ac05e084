import type { EngineEvent } from '@runwright/contract';

/** An event of a take-over. */
export type TakeOverEvent = Extract<
  EngineEvent,
  { readonly type: 'take-over-start' | 'take-over-action' | 'take-over-end' }
>;

/** The run that uses a browser, for the record of what a person does to it meanwhile. */
export interface ControlGuest {
  makeId(prefix: 'tko' | 'act'): string;
  /** Puts an event on the timeline of the run; resolves when it is there. Never throws. */
  record(eventId: string, event: TakeOverEvent): Promise<void>;
  /** Wraps the wait of a call of the agent. */
  whileWaiting(wait: () => Promise<void>): Promise<void>;
  /** Of the run. */
  readonly signal: AbortSignal;
}
