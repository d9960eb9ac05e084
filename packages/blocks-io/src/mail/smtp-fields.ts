import { type BlockContext, type Problem, RunwrightError } from '@runwright/contract';
import { revealFields } from '../storage/reveal-fields.ts';
import { defaultEncryption, type SmtpServer, submissionPort } from './smtp-server.ts';

type Text = string | null | undefined;

/** Members of `send_email` that name a server. Those with `parameter_key` hold the parameter's value when they get here. */
export interface SmtpFields {
  readonly smtp_host_secret_parameter_key?: unknown;
  readonly smtp_port_secret_parameter_key?: unknown;
  readonly smtp_username_secret_parameter_key?: unknown;
  readonly smtp_password_secret_parameter_key?: unknown;
  readonly custom_smtp_host?: Text;
  readonly custom_smtp_port?: number | null | undefined;
  readonly custom_smtp_username?: Text;
  readonly custom_smtp_password?: Text;
}

const parts = ['host', 'port', 'username', 'password'] as const;

/**
 * Resolves the SMTP server of a block and reveals its secrets: a `custom_smtp_*` field has precedence over the parameter
 * with the same meaning. Without any field the host's default server is used, else no value of it.
 */
export async function resolveSmtpServer(
  fields: SmtpFields,
  defaultServer: SmtpServer | null,
  context: Pick<BlockContext, 'reveal' | 'label'>,
): Promise<SmtpServer> {
  const named = readSmtpFields(fields);
  if (Object.values(named).every((text) => text === '')) {
    if (defaultServer) return defaultServer;
    throw invalidMailError(
      context.label,
      'it names no mail server and this host has none; give `custom_smtp_host`, or set `RUNWRIGHT_SMTP_URL`',
    );
  }
  const {
    host,
    port: portText,
    username,
    password,
  } = await revealFields(named, `smtp://${named.host}`, context);
  if (host === '')
    throw invalidMailError(context.label, 'its mail server has no host; give `custom_smtp_host`');
  if ((username === '') !== (password === '')) {
    const missing = username === '' ? 'user name' : 'password';
    throw invalidMailError(
      context.label,
      `its mail server has no ${missing}; give both user name and password, or neither`,
    );
  }
  const port = portText === '' ? submissionPort : Number(portText);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw invalidMailError(
      context.label,
      'the port of its mail server is no number from 1 to 65535; correct it',
    );
  }
  const login = username === '' ? null : { username, password };
  return { host, port, login, encryption: defaultEncryption(port) };
}

/** Validates the SMTP fields of a saved block: host, and user name together with password. */
export function smtpFieldProblems(node: { readonly [name: string]: unknown }): readonly Problem[] {
  const { host, port, username, password } = readSmtpFields(node);
  const problem = (member: string, reason: string): Problem => ({
    path: [member],
    message: `Value error, ${reason}`,
    type: 'value_error',
  });
  return [
    ...(username !== '' && password === ''
      ? [
          problem(
            'custom_smtp_password',
            'a user name without a password signs nobody in; give both, or neither',
          ),
        ]
      : []),
    ...(username === '' && password !== ''
      ? [
          problem(
            'custom_smtp_username',
            'a password without a user name signs nobody in; give both, or neither',
          ),
        ]
      : []),
    ...(host === '' && [port, username, password].some((text) => text !== '')
      ? [problem('custom_smtp_host', 'a mail server without a host cannot be reached; give it')]
      : []),
  ];
}

function readSmtpFields(
  fields: SmtpFields | { readonly [name: string]: unknown },
): Record<(typeof parts)[number], string> {
  const text = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  const given: { readonly [name: string]: unknown } = { ...fields };
  const found = parts.map((part) => [
    part,
    text(given[`custom_smtp_${part}`]) || text(given[`smtp_${part}_secret_parameter_key`]),
  ]);
  return Object.fromEntries(found);
}

function invalidMailError(label: string, reason: string): RunwrightError {
  return new RunwrightError('invalid_input', `Block \`${label}\` cannot send a mail: ${reason}.`, {
    details: { failure_category: 'definition' },
  });
}
