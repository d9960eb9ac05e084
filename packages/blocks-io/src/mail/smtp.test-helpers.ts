import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { generate } from 'selfsigned';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as a server took it. */
export interface TakenMail {
  /** User name, null when nobody signed in. */
  readonly user: string | null;
  readonly secure: boolean;
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  readonly mail: Email;
}

/** A mail server on 127.0.0.1 with a certificate of its own; user `ann` with the password `correct`. */
export interface MailServer {
  readonly port: number;
  readonly certificate: string;
  readonly mails: readonly TakenMail[];
  close(): Promise<void>;
}

/** Starts a server. `tls`: it speaks TLS from the first byte. It refuses recipients that begin with `nobody`. */
export async function startMailServer(
  options: { readonly tls?: boolean; readonly host?: string } & Pick<
    SMTPServerOptions,
    'disabledCommands'
  > = {},
): Promise<MailServer> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'mail test' }], {
    keySize: 2048,
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: options.host ?? '127.0.0.1' }] },
    ],
  });
  const mails: TakenMail[] = [];
  const server = new SMTPServer({
    key,
    cert,
    secure: options.tls === true,
    authOptional: true,
    logger: false,
    disabledCommands: options.disabledCommands ?? [],
    onAuth({ username, password }, _session, done) {
      if (username === 'ann' && password === 'correct') done(null, { user: username });
      else done(new Error('Authentication failed'));
    },
    onRcptTo({ address }, _session, done) {
      done(address.startsWith('nobody') ? new Error(`no such mailbox ${address}`) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks);
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          user: typeof session.user === 'string' ? session.user : null,
          secure: session.secure,
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: raw.toString(),
          mail: await PostalMime.parse(raw),
        });
        done(null);
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    certificate: cert,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Connects as the engine does. */
export async function connectTo(to: { readonly host: string; readonly port: number }) {
  const socket = connect({ ...to, noDelay: true });
  await once(socket, 'connect');
  return socket;
}
