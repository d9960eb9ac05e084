import type { ApiConnection } from '../../call-api.ts';

/** What mails are looked for. */
export interface MailQuery {
  /** Null: the inbox. */
  readonly folder: string | null;
  readonly sender: string | null;
  readonly subject: string | null;
  /** Days that a mail may be old; null: any. */
  readonly newerThanDays: number | null;
  readonly limit: number;
  /** Now, epoch ms. */
  readonly now: number;
}

/** A mail as the block tells it, its body as plain text. */
export interface InboxMail {
  readonly id: string;
  readonly thread_id: string | null;
  readonly subject: string;
  readonly sender: string;
  readonly recipients: readonly string[];
  /** ISO 8601 in UTC; null when the service did not tell. */
  readonly received_at: string | null;
  readonly is_read: boolean;
  readonly has_attachments: boolean;
  /** The beginning of the text. */
  readonly snippet: string;
  readonly body: string;
}

/** Mails of an account that fit a query, the newest first. */
export type ReadMailbox = (api: ApiConnection, query: MailQuery) => Promise<readonly InboxMail[]>;
