/** A mail as text. Addresses are as people write them: `a@b.test` or `Ann <a@b.test>`. */
export interface MailMessage {
  /** Null: the driver's own sender. */
  readonly from: string | null;
  readonly to: readonly string[];
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

/** Sends mail of the engine itself, such as the question to a person for whom a run waits. */
export interface Mailer {
  readonly specVersion: 'v1';
  /**
   * True: it sends through a server of the host, and the engine gives it only mails of the organizations of
   * `settings.hostOrganizations`. Absent: mails of every organization.
   */
  readonly belongsToHost?: boolean;
  /**
   * Resolves when the mail was handed over. `key` is the same whenever the same mail is meant, so that a driver can let
   * its receiver recognize a second one (as the message id, for example); the engine itself sends each key once.
   * Throws `block_failed` when it cannot be sent; honours `signal`.
   */
  send(message: MailMessage, options: { readonly key: string; readonly signal: AbortSignal }): Promise<void>;
}
