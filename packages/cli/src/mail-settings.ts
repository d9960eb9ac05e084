import { hostAndPort, type SmtpServer, sendEmail, smtpMailer, smtpServer } from '@runwright/blocks-io';
import { type AnyBlock, type Mailer, RunwrightError } from '@runwright/contract';
import { createConnect, egressPolicy } from '@runwright/core';

/** SMTP server and sender address from the environment. */
export interface MailSettings {
  readonly server: SmtpServer;
  readonly from: string;
}

/** Reads the mail variables. Throws `invalid_input` for an incomplete setting or an invalid address. */
export function readMailSettings(text: (name: string) => string | null): MailSettings | null {
  const address = text('RUNWRIGHT_SMTP_URL');
  const from = text('RUNWRIGHT_MAIL_FROM');
  if (address === null && from === null) return null;
  if (address === null || from === null) {
    const missing = address === null ? 'RUNWRIGHT_SMTP_URL' : 'RUNWRIGHT_MAIL_FROM';
    throw new RunwrightError(
      'invalid_input',
      `RUNWRIGHT_SMTP_URL and RUNWRIGHT_MAIL_FROM belong together, but ${missing} is missing; set it, or remove the other.`,
    );
  }
  try {
    return { server: smtpServer(address), from };
  } catch (cause) {
    if (!RunwrightError.is(cause)) throw cause;
    throw new RunwrightError('invalid_input', `RUNWRIGHT_SMTP_URL: ${cause.message}`, { cause });
  }
}

/** Dependencies of an engine that are created from mail settings. */
export interface MailDeps {
  /** Null without settings: the timeline of a run that waits for a person then records that no mail was sent. */
  readonly mailer: Mailer | null;
  /** `send_email` with the server as its default. */
  readonly blocks: readonly AnyBlock[];
}

/**
 * Creates the mailer and the `send_email` block. Both reach the server in their own way: the egress policy that all blocks and
 * pages share does not allow it.
 */
export function createMailDeps(settings: MailSettings | null): MailDeps {
  if (settings === null) return { mailer: null, blocks: [] };
  const { server, from } = settings;
  const connect = createConnect(egressPolicy({ allowedHosts: [hostAndPort(server)] }));
  return { mailer: smtpMailer({ server, from, connect }), blocks: [sendEmail({ server })] };
}
