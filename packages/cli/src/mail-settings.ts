import { type SmtpServer, sendEmail, smtpMailer, smtpServer } from '@runwright/blocks-io';
import { type AnyBlock, type Mailer, RunwrightError } from '@runwright/contract';
import { createConnect, egressPolicy } from '@runwright/core';

/** The mail server that the environment names, and who sends. */
export interface MailSettings {
  readonly server: SmtpServer;
  readonly from: string;
}

/** Reads the variables of mail. Throws `invalid_input` for a setting that is there by half, or a wrong address. */
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

/** What an engine gets of these settings. */
export interface MailDeps {
  /** None without settings: the timeline of a run that waits for a person says that nobody was told. */
  readonly mailer: Mailer | null;
  /** `send_email` with the server as its default. */
  readonly blocks: readonly AnyBlock[];
  /** The server, for the egress policy: blocks speak to it too, wherever it stands. */
  readonly allowedHosts: readonly string[];
}

/** Makes the mailer and the block. */
export function createMailDeps(settings: MailSettings | null): MailDeps {
  if (settings === null) return { mailer: null, blocks: [], allowedHosts: [] };
  const { server, from } = settings;
  const allowedHosts = [`${server.host.includes(':') ? `[${server.host}]` : server.host}:${server.port}`];
  const connect = createConnect(egressPolicy({ allowedHosts }));
  return { mailer: smtpMailer({ server, from, connect }), blocks: [sendEmail({ server })], allowedHosts };
}
