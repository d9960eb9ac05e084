import type { ApiConnection } from '../../call-api.ts';

/** Filter of mails. */
export interface MailQuery {
  /** Folder or label; null selects the inbox. */
  readonly folder: string | null;
  readonly sender: string | null;
  readonly subject: string | null;
  /** Maximum age in days; null for any. */
  readonly newerThanDays: number | null;
  readonly limit: number;
  /** Now, epoch ms. */
  readonly now: number;
}

/** Mail in the output of the block, its body as plain text. */
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

/** Reads the mails of an account that match a query, newest first. */
export type ReadMailbox = (api: ApiConnection, query: MailQuery) => Promise<readonly InboxMail[]>;
