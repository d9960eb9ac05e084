import type { LiveFrame, ManualInput, TakeOverEnd } from '@runwright/contract';
import type { SessionHop } from './browser-sessions-api.ts';

/** A person who watches a browser. `apiKeyId`: their key, or with which their token was made; null when the host authenticates. */
export interface LivePerson {
  readonly organizationId: string;
  readonly apiKeyId: string | null;
  /** They may take control. */
  readonly mayControl: boolean;
}

/** Why a person does not get control. */
export type TakeOverRefusal = 'not_allowed' | 'taken' | 'unsupported' | 'ended';

/** Something that one viewer is told. */
export type LiveEvent =
  | { readonly type: 'granted'; readonly idleSeconds: number }
  | { readonly type: 'refused'; readonly reason: TakeOverRefusal; readonly message: string }
  | { readonly type: 'handed-back'; readonly reason: TakeOverEnd; readonly message: string }
  | { readonly type: 'input-failed'; readonly message: string }
  /** Characters that this person has typed in a row into a field that is painted over; null when they do something else. */
  | { readonly type: 'hidden-typed'; readonly characters: number | null }
  /** `control` or `isPending` has changed. */
  | { readonly type: 'control' };

/** The view of one person of a running browser. */
export interface LiveView {
  /** Who has control: an agent or nobody, this person, or another one. */
  readonly control: 'nobody' | 'you' | 'other';
  /** This person waits until an action that is under way has ended. */
  readonly isPending: boolean;
  readonly canControl: boolean;
  /**
   * Aborted when the key of the person was revoked, has expired or lost a scope of the view, in whichever process. The view is left
   * then, without frames, and its control handed back at once.
   */
  readonly ended: AbortSignal;
  /** Frames of the active tab as it changes. Ends when the signal is aborted or the browser is gone. */
  frames(options: { readonly signal: AbortSignal }): AsyncIterable<LiveFrame>;
  /** Calls the listener with each event from now on. */
  listen(listener: (event: LiveEvent) => void): void;
  /** Asks for control; the answer is an event. Each further action of the agent waits until control is handed back. */
  takeOver(): void;
  /** Queues an input, which is executed after those before it; answers why it is not. */
  send(input: ManualInput): 'queued' | 'no_control' | 'too_many';
  /** Hands control back when the inputs before are executed, or asks for it no more. Without either it does nothing. */
  handBack(): void;
  /** Ends the view. With control, somebody with the same key may go on within 10 s; then control is handed back. */
  leave(): void;
}

/** Live views of the browsers of runs and of browser sessions. Ids are those of either; a run with a session leads to that. */
export interface LiveViewsApi {
  /**
   * Opens a view of a browser that this process holds. Throws `not_found`, `conflict` when there is no browser at the moment or its driver
   * shows none, `unavailable` when another process holds it, and `forbidden` when the key of the person has ended.
   */
  open(id: string, person: LivePerson): Promise<LiveView>;
  /**
   * Where the view is served: null when `open` of this engine serves it, else the address that the WebSocket of a client is passed on to. Throws
   * as `open` does, and `unavailable` when the process that holds the browser cannot be reached.
   */
  hop(id: string, person: LivePerson): Promise<SessionHop | null>;
  /** The person for whom another process of the service asks for a view, by the header of the hop; null for others. */
  verifyHop(authorization: string | undefined, id: string, mayControl: boolean): LivePerson | null;
  /** A token that opens the view of this run or session alone, for 60 s. `expiresAt` is epoch ms. Throws `not_found`. */
  createToken(
    id: string,
    person: LivePerson,
  ): Promise<{ readonly token: string; readonly expiresAt: number }>;
  /** The person for whom a token opens the view; null when it does not. */
  verifyToken(token: string, id: string): LivePerson | null;
}
