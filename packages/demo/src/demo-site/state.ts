/** One request as it arrived. */
export interface DemoRequest {
  readonly method: string;
  /** Path and query, such as `/orders?page=2`. */
  readonly path: string;
}

/** One contact form that passed validation. */
export interface DemoMessage {
  /** The reference number on the thank-you page: `NW-0001`, `NW-0002` … */
  readonly reference: string;
  readonly name: string;
  readonly email: string;
  readonly topic: string;
  /** `yyyy-mm-dd`, or `null` when the field was left empty. */
  readonly preferredDate: string | null;
  readonly country: string;
  /** Stars chosen in the rating widget, 1 to 5, or `null` when none was. */
  readonly rating: number | null;
  readonly sendCopy: boolean;
  readonly message: string;
}

/** Everything the site remembers between two requests. */
export interface SiteState {
  readonly requests: DemoRequest[];
  readonly messages: DemoMessage[];
  /** E-mail addresses given in the newsletter frame. */
  readonly subscriptions: string[];
  /** Session token to user name. */
  readonly sessions: Map<string, string>;
}

/** A site that nobody has visited. */
export function emptyState(): SiteState {
  return { requests: [], messages: [], subscriptions: [], sessions: new Map() };
}

/** Forgets every visit in place, so that lists handed out earlier are empty too. */
export function clearState(state: SiteState): void {
  state.requests.length = 0;
  state.messages.length = 0;
  state.subscriptions.length = 0;
  state.sessions.clear();
}
