import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { type Mailer, RunwrightError } from '@runwright/contract';
import { type Mailbox, readAddresses } from './addresses.ts';
import { deliverMail } from './deliver-mail.ts';
import type { SmtpServer } from './smtp-server.ts';

/** What a mailer needs. */
export interface SmtpMailerOptions {
  readonly server: SmtpServer;
  /** Sender of mails that name none: `runs@example.com` or `Runs <runs@example.com>`. */
  readonly from: string;
  /** Opens connections under an egress policy; the one of `core` is `createConnect(policy)`. */
  readonly connect: (
    to: { readonly host: string; readonly port: number },
    options: { readonly signal: AbortSignal },
  ) => Promise<Socket>;
  /** Certificates of authorities that are trusted beside the system's, as PEM. Default: none. */
  readonly certificates?: readonly string[];
}

/**
 * Sends the engine's mails through an SMTP server. The message id is made of the key, so that a mail that was sent twice
 * has the same one both times. A mail with an address that is none is not sent to anybody.
 */
export function smtpMailer(options: SmtpMailerOptions): Mailer {
  const { server, from, connect, certificates = [] } = { ...options };
  return {
    specVersion: 'v1',
    async send(message, { key, signal }) {
      const sender = await sole(message.from ?? from);
      const to = await all(message.to);
      await deliverMail(
        {
          from: sender,
          to,
          bcc: [],
          subject: message.subject,
          text: message.text,
          attachments: [],
          messageId: `${createHash('sha256').update(key).digest('hex')}@${domainOf(sender)}`,
        },
        server,
        { connect: (where) => connect(where, { signal }), certificates, signal },
      );
    },
  };
}

async function sole(text: string): Promise<Mailbox> {
  const { valid, invalid } = await readAddresses([text]);
  const [sender] = valid;
  if (sender && valid.length === 1 && invalid.length === 0) return sender;
  throw new RunwrightError(
    'block_failed',
    `The sender of a mail was wanted as one address, but \`${text}\` is none; correct it.`,
  );
}

async function all(texts: readonly string[]): Promise<readonly Mailbox[]> {
  const { valid, invalid } = await readAddresses(texts);
  if (valid.length > 0 && invalid.length === 0) return valid;
  const found = invalid.length === 0 ? 'there is none' : `\`${invalid.join('`, `')}\` is none`;
  throw new RunwrightError(
    'block_failed',
    `Addresses to send a mail to were wanted, but ${found}; correct the recipients.`,
  );
}

function domainOf({ address }: Mailbox): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
