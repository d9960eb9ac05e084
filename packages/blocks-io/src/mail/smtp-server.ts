import { RunwrightError } from '@runwright/contract';

/** SMTP server. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** User name and password; null for no authentication. */
  readonly login: { readonly username: string; readonly password: string } | null;
  /**
   * `tls`: TLS from the first byte. `starttls`: upgrade before authentication, required. `none`: plain text, for a server
   * on the same machine.
   */
  readonly encryption: 'tls' | 'starttls' | 'none';
}

/** Submission port (RFC 6409), and submission port with implicit TLS (RFC 8314). */
export const submissionPort = 587;
const tlsPort = 465;

/** Returns the default encryption of a port: implicit TLS on port 465, STARTTLS on every other. */
export function defaultEncryption(port: number): 'tls' | 'starttls' {
  return port === tlsPort ? 'tls' : 'starttls';
}

/**
 * Parses the URL of an SMTP server: `smtp://user:password@mail.example.com:587` or `smtps://mail.example.com`. User and
 * password are percent-encoded. Port 465 and `smtps` speak TLS from the first byte, all others STARTTLS; `?tls=off`
 * allows plain text to a server without a password. Default ports: 587, for `smtps` 465.
 *
 * @throws RunwrightError `invalid_input`; its message shows nothing of the address, which may hold a password.
 */
export function parseSmtpUrl(address: string): SmtpServer {
  const url = URL.parse(address.trim());
  const isSecure = url?.protocol === 'smtps:';
  if (url === null || url.hostname === '' || (!isSecure && url.protocol !== 'smtp:')) {
    throw refused('it does not have this form');
  }
  const port = url.port === '' ? (isSecure ? tlsPort : submissionPort) : Number(url.port);
  const { username, password } = url;
  if ((username === '') !== (password === '')) {
    throw refused('user and password belong together, and one of them is missing');
  }
  const login = username === '' ? null : { username: decoded(username), password: decoded(password) };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.searchParams.get('tls') !== 'off') {
    return { host, port, login, encryption: isSecure ? 'tls' : defaultEncryption(port) };
  }
  if (login !== null || isSecure) {
    throw refused('`tls=off` is for servers without a password and without TLS only');
  }
  return { host, port, login, encryption: 'none' };
}

/** Returns the entry of a list of allowed hosts that names a server and no other port of its host. */
export function hostAndPort({ host, port }: SmtpServer): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refused('user or password is not percent-encoded');
  }
}

function refused(reason: string): RunwrightError {
  return new RunwrightError(
    'invalid_input',
    `Invalid mail server URL: ${reason}. Use \`smtp://user:password@host:port\` or \`smtps://…\`.`,
  );
}
