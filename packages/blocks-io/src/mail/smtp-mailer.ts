import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { type Mailer, RunwrightError } from '@runwright/contract';
import { type Mailbox, readAddresses } from './addresses.ts';
import { deliverMail } from './deliver-mail.ts';
import type { SmtpServer } from './smtp-server.ts';

/** Options of {@link smtpMailer}. */
export interface SmtpMailerOptions {
  readonly server: SmtpServer;
  /** Sender of mails that name none: `runs@example.com` or `Runs <runs@example.com>`. */
  readonly from: string;
  /**
   * Opens connections. `createConnect(egressPolicy({ allowedHosts: [hostAndPort(server)] }))` of `core` lets the mailer alone reach a
   * private server; the policy of the engine need not allow it.
   */
  readonly connect: (
    to: { readonly host: string; readonly port: number },
    options: { readonly signal: AbortSignal },
  ) => Promise<Socket>;
  /** Additional trusted certificate authorities, as PEM. Default: none. */
  readonly certificates?: readonly string[];
}

/**
 * Creates a mailer that sends the engine's mails through an SMTP server. The Message-ID is derived from the key, so that a
 * mail that is sent twice has the same one. A mail with an invalid address is not sent to anybody.
 */
export function smtpMailer(options: SmtpMailerOptions): Mailer {
  const { server, from, connect, certificates = [] } = { ...options };
  const connectTo = (where: { readonly host: string; readonly port: number }, signal: AbortSignal) =>
    connect(where, { signal }).catch((cause: unknown) => {
      signal.throwIfAborted();
      throw new RunwrightError(
        'block_failed',
        'Cannot connect to the mail server of the host. Ask the operator to check it.',
        { cause, retryable: true },
      );
    });
  return {
    specVersion: 'v1',
    belongsToHost: true,
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
        { connect: (where) => connectTo(where, signal), certificates, isHostServer: true, signal },
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
    `Cannot send the mail: the sender \`${text}\` is not one mail address. Correct it.`,
  );
}

async function all(texts: readonly string[]): Promise<readonly Mailbox[]> {
  const { valid, invalid } = await readAddresses(texts);
  if (valid.length > 0 && invalid.length === 0) return valid;
  const reason =
    invalid.length === 0 ? 'it has no recipients' : `\`${invalid.join('`, `')}\` is no mail address`;
  throw new RunwrightError('block_failed', `Cannot send the mail: ${reason}. Correct the recipients.`);
}

function domainOf({ address }: Mailbox): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
