import {
  type AnyBlock,
  type BlockContext,
  defineBlock,
  parameterKey,
  RunwrightError,
  Type,
  template,
} from '@runwright/contract';
import { optional } from '../nullable.ts';
import { type Mailbox, readAddresses } from './addresses.ts';
import { openAttachments } from './attachments.ts';
import { deliverMail } from './deliver-mail.ts';
import { resolveSmtpServer, smtpFieldProblems } from './smtp-fields.ts';
import { hostAndPort, type SmtpServer } from './smtp-server.ts';

/** Options of {@link sendEmail}. */
export interface SendEmailOptions {
  /**
   * Default SMTP server, which belongs to the host: it may be private without being allowed, and blocks of the organizations in
   * `settings.hostOrganizations` alone use it. Default: none, so that a block without a server fails.
   */
  readonly server?: SmtpServer;
  /** Additional trusted certificate authorities, as PEM. Default: none. */
  readonly certificates?: readonly string[];
}

const secretKey = (what: string) =>
  Type.Optional(
    Type.Unknown({
      description: `Key of the parameter that holds ${what}.`,
      ...template('native'),
      ...parameterKey,
    }),
  );
const text = (description: string) => optional(Type.String({ description }));

const config = Type.Object(
  {
    sender: Type.String({ minLength: 1, description: 'Address of the sender, who receives a blind copy.' }),
    recipients: Type.Array(Type.Unknown(), {
      minItems: 1,
      description:
        'Addresses, or the key of a parameter that contains some. Invalid addresses are skipped; without a valid one the block fails.',
      ...template('native'),
      ...parameterKey,
    }),
    subject: Type.String({ minLength: 1, description: 'The id of the run is appended.' }),
    body: Type.Union([Type.String(), Type.Null()], {
      description: 'Plain text, or the key of a parameter that holds it.',
      ...parameterKey,
    }),
    file_attachments: Type.Array(Type.Unknown(), {
      default: [],
      description:
        'Files: URLs, artifact URIs, files of this run, `downloads` for all of them, outputs of blocks, or keys of parameters. At most 25 MB together.',
      ...template('native'),
      ...parameterKey,
    }),
    smtp_host_secret_parameter_key: secretKey('the host of the mail server'),
    smtp_port_secret_parameter_key: secretKey('its port'),
    smtp_username_secret_parameter_key: secretKey('the user name'),
    smtp_password_secret_parameter_key: secretKey('the password'),
    custom_smtp_host: text('The mail server. Default: the one of the host.'),
    custom_smtp_port: optional(
      Type.Integer({
        minimum: 1,
        maximum: 65_535,
        description: 'Default 587. Port 465 uses TLS from the start, all others STARTTLS.',
        ...template('native'),
      }),
    ),
    custom_smtp_username: text('Required with a password.'),
    custom_smtp_password: text(
      'Required with a user name; use a secret parameter, so that it is not stored.',
    ),
  },
  { description: 'Sends a mail.' },
);

const output = Type.Object({
  success: Type.Boolean(),
  error: Type.Optional(Type.String({ description: 'Why it was not sent.' })),
});

/** Creates the block `send_email`, which sends a mail with attachments through an SMTP server of the workflow or the host. */
export function sendEmail(options: SendEmailOptions = {}): AnyBlock & { check: typeof smtpFieldProblems } {
  const { server = null, certificates = [] } = { ...options };
  const work = defineBlock({
    type: 'send_email',
    usesBrowser: false,
    services: server ? [server.host] : [],
    hostServers: server ? [hostAndPort(server)] : [],
    config,
    output,
    async run(given, context) {
      try {
        await send(given, { server, certificates }, context);
        return { success: true };
      } catch (error) {
        context.signal.throwIfAborted();
        throw withOutput(error);
      }
    },
  });
  return { ...work, check: smtpFieldProblems };
}

async function send(
  given: Type.Static<typeof config>,
  own: { readonly server: SmtpServer | null; readonly certificates: readonly string[] },
  context: BlockContext,
): Promise<void> {
  const server = await resolveSmtpServer(given, own.server, context);
  const isHostServer = server === own.server;
  const from = await readSender(given.sender, context);
  const to = await readRecipients(given.recipients, context);
  const plain = revealFor(server, [from, ...to], context);
  const attachments = await openAttachments(given.file_attachments, context);
  const { refused } = await deliverMail(
    {
      from,
      to,
      bcc: [from],
      subject: `${await plain(given.subject)} - ${context.runId}`,
      text: await plain(given.body ?? ''),
      attachments,
    },
    server,
    {
      // The server of the host is reached only by blocks that name none: a named one is checked like any other address.
      connect: (to) => context.connect(to, { hostServer: isHostServer }),
      isHostServer,
      certificates: own.certificates,
      signal: context.signal,
    },
  );
  if (refused.length > 0) context.log.warn(`The mail server refused ${named(refused)}.`);
  const taken = to.filter(({ address }) => !refused.includes(address));
  context.log.info(`Sent a mail to ${taken.length} of ${to.length} recipients.`);
}

async function readSender(sender: string, context: BlockContext): Promise<Mailbox> {
  const { valid } = await readAddresses([sender]);
  const [only] = valid;
  if (only && valid.length === 1) return only;
  throw refusal(context, 'its `sender` is not one mail address; correct it');
}

async function readRecipients(
  entries: readonly unknown[],
  context: BlockContext,
): Promise<readonly Mailbox[]> {
  const texts = entries.flat().filter((entry) => typeof entry === 'string');
  const { valid, invalid } = await readAddresses(texts);
  if (invalid.length > 0) context.log.warn(`No mail addresses, and left out: ${named(invalid)}.`);
  if (valid.length > 0) return valid;
  throw refusal(context, 'none of its `recipients` is a mail address; give at least one');
}

/**
 * Reveals the block's declared secrets in texts of the mail. They go to the server and to the hosts of everybody who receives it, so a
 * secret has to be allowed at each of them.
 */
function revealFor(
  { host, port }: SmtpServer,
  receivers: readonly Mailbox[],
  context: BlockContext,
): (text: string) => Promise<string> {
  const domains = receivers.map(({ address }) => address.slice(address.lastIndexOf('@') + 1).toLowerCase());
  const destinations = new Set([`smtp://${host}:${port}`, ...domains.map((domain) => `smtp://${domain}`)]);
  return async (text) => {
    let revealed = text;
    for (const destination of destinations) {
      revealed = (await context.reveal(text, destination)).reveal();
    }
    return revealed;
  };
}

function refusal({ label }: BlockContext, reason: string): RunwrightError {
  return new RunwrightError('invalid_input', `Block \`${label}\` cannot send a mail: ${reason}.`, {
    details: { failure_category: 'definition' },
  });
}

function withOutput(error: unknown): unknown {
  if (!RunwrightError.is(error)) return error;
  const { code, message, retryable, details } = error;
  const told = { success: false, error: message };
  return new RunwrightError(code, message, {
    cause: error,
    retryable,
    details: { ...details, output: told },
  });
}

function named(texts: readonly string[]): string {
  return texts.map((one) => `\`${one}\``).join(', ');
}
