import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { getCACertificates } from 'node:tls';
import { type OpenedFile, RunwrightError } from '@runwright/contract';
import type { SMTPTransportOptions } from 'nodemailer';
import { type Mailbox, oneLine } from './addresses.ts';
import type { SmtpServer } from './smtp-server.ts';

/** Mail to send. */
export interface OutgoingMail {
  readonly from: Mailbox;
  readonly to: readonly Mailbox[];
  /** Recipients that the mail does not name (Bcc). */
  readonly bcc: readonly Mailbox[];
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** Read in parts while the mail is sent. */
  readonly attachments: readonly OpenedFile[];
  /** Without angle brackets. Default: a random one. */
  readonly messageId?: string;
}

/** Options of {@link deliverMail}. */
export interface DeliveryOptions {
  /** Opens a connection that the egress policy let through. */
  readonly connect: (to: { readonly host: string; readonly port: number }) => Promise<Socket>;
  /** Additional trusted certificate authorities, as PEM. Default: none. */
  readonly certificates?: readonly string[];
  /** The server belongs to the host: errors say neither where it is nor what it answers. Default false. */
  readonly isHostServer?: boolean;
  readonly signal: AbortSignal;
}

/** Timeouts in ms without a response: for greeting and handshake, and between commands. */
const greetingMs = 20_000;
const silenceMs = 60_000;

/**
 * Sends a mail once and returns the recipients that the server rejected.
 *
 * @throws RunwrightError `block_failed` when the server cannot be reached, does not prove who it is, refuses the login,
 * or refuses every one of `to`; `retryable` when it says that the refusal is a passing one.
 */
export async function deliverMail(
  mail: OutgoingMail,
  server: SmtpServer,
  options: DeliveryOptions,
): Promise<{ readonly refused: readonly string[] }> {
  const { createTransport } = await import('nodemailer');
  const { signal } = options;
  signal.throwIfAborted();
  const socket = await options.connect(server);
  const abort = () => socket.destroy();
  signal.addEventListener('abort', abort, { once: true });
  const transport = createTransport(transportOptions(server, socket, options.certificates ?? []));
  try {
    const { rejected } = await transport.sendMail({
      from: { ...mail.from },
      to: mail.to.map((mailbox) => ({ ...mailbox })),
      bcc: mail.bcc.map((mailbox) => ({ ...mailbox })),
      subject: oneLine(mail.subject),
      text: mail.text,
      attachments: mail.attachments.map(attachmentOf),
      ...(mail.messageId === undefined ? {} : { messageId: `<${mail.messageId}>` }),
      // Nothing of a mail is an address or a path to be read from.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const refused: readonly string[] = rejected;
    if (mail.to.every(({ address }) => refused.includes(address))) {
      throw new Error('it accepted none of the recipients');
    }
    return { refused };
  } catch (error) {
    signal.throwIfAborted();
    throw options.isHostServer ? asHostFailure(error) : asFailure(error, server);
  } finally {
    signal.removeEventListener('abort', abort);
    transport.close();
    socket.destroySoon();
  }
}

function transportOptions(
  server: SmtpServer,
  socket: Socket,
  certificates: readonly string[],
): SMTPTransportOptions {
  const { host, port, login, encryption } = server;
  return {
    host,
    port,
    getSocket: (_options, callback) => callback(null, { connection: socket }),
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'none',
    ...(login === null ? {} : { auth: { user: login.username, pass: login.password } }),
    // A list of one's own takes the place of the system's, so it holds both.
    ...(certificates.length === 0 ? {} : { tls: { ca: [...getCACertificates(), ...certificates] } }),
    greetingTimeout: greetingMs,
    socketTimeout: silenceMs,
  };
}

function attachmentOf({ name, contentType, read }: OpenedFile) {
  const isType = contentType !== null && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(contentType);
  return {
    filename: oneLine(name),
    content: Readable.from(read(), { objectMode: false }),
    contentType: isType ? contentType : 'application/octet-stream',
    contentDisposition: 'attachment' as const,
  };
}

/** Members of an error of Nodemailer: its own code and the server's response. */
interface MailError {
  readonly message: string;
  readonly code?: unknown;
  readonly responseCode?: unknown;
}

function asFailure(error: unknown, { host, port }: SmtpServer): unknown {
  if (RunwrightError.is(error)) return error;
  const { message, code, responseCode }: MailError =
    error instanceof Error ? error : new Error(String(error));
  const advice =
    code === 'EAUTH'
      ? 'check user and password'
      : isCertificate(error)
        ? 'give the server a certificate for this name, or let the host trust its authority (`NODE_EXTRA_CA_CERTS`)'
        : 'check host and port, and what the server allows';
  return new RunwrightError(
    'block_failed',
    `Cannot send the mail through \`${host}:${port}\`: ${oneLine(message)}; ${advice}.`,
    { cause: error, retryable: isPassing(responseCode) },
  );
}

/** The error for people who do not operate the server; its cause says more. */
function asHostFailure(error: unknown): unknown {
  if (RunwrightError.is(error)) return error;
  const responseCode = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined;
  const status = typeof responseCode === 'number' ? ` (status ${responseCode})` : '';
  return new RunwrightError(
    'block_failed',
    `The mail server of the host did not take the mail${status}. Check the recipients, or ask the operator to check the server.`,
    { cause: error, retryable: isPassing(responseCode) },
  );
}

function isPassing(responseCode: unknown): boolean {
  return typeof responseCode === 'number' && responseCode >= 400 && responseCode < 500;
}

function isCertificate(error: unknown): boolean {
  return error instanceof Error && /certificate|altname/i.test(error.message);
}
