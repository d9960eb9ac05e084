import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type BlockContext, errorMessage, loadOptionalPackage, RunwrightError } from '@runwright/contract';
import { type OpenStorageDestination, uploadFolder } from './destination.ts';
import { revealFields } from './reveal-fields.ts';

/** Members of `file_upload` for SFTP. */
export interface SftpFields {
  readonly sftp_host: string;
  /** Default 22. */
  readonly sftp_port?: number | null | undefined;
  readonly sftp_username: string;
  readonly sftp_password?: string | null | undefined;
  readonly sftp_private_key?: string | null | undefined;
  readonly sftp_private_key_passphrase?: string | null | undefined;
  /** Folder; made when it is missing. Default: the id of the run, under the user's own. */
  readonly sftp_remote_path?: string | null | undefined;
  /** `SHA256:…`, or the key as `known_hosts` has it. Default: any key is taken, with a warning that names it. */
  readonly sftp_host_key?: string | null | undefined;
}

/** Time for the greeting and the sign-in, in ms. */
const readyMs = 20_000;

/** Opens a folder of an SFTP server. */
export function openSftp(fields: SftpFields): OpenStorageDestination {
  return async (context) => {
    const { default: Client } = await loadOptionalPackage(
      'ssh2-sftp-client',
      'store files over SFTP',
      () => import('ssh2-sftp-client'),
    );
    const access = await revealFields(fields, `sftp://${fields.sftp_host}`, context);
    const host = access.sftp_host;
    const port = access.sftp_port ?? 22;
    const check = hostKeyCheck(access.sftp_host_key ?? '', host, context);
    // Libraries tell late errors by events; whoever waits has them already, or nobody does.
    const ignore = () => undefined;
    const client = new Client('runwright', { error: ignore, end: ignore, close: ignore });
    const failed = (cause: unknown) => {
      context.signal.throwIfAborted();
      return check.refusal() ?? asFailure(cause, `${host}:${port}`);
    };
    const socket = await context.connect({ host, port });
    const remote = (access.sftp_remote_path ?? '').replace(/(?<!\/)\/+$/, '');
    const folder = remote === '' ? uploadFolder(null, context) : remote;
    try {
      await client.connect({
        sock: socket,
        username: access.sftp_username,
        ...(access.sftp_password ? { password: access.sftp_password } : {}),
        ...(access.sftp_private_key ? { privateKey: access.sftp_private_key } : {}),
        ...(access.sftp_private_key_passphrase ? { passphrase: access.sftp_private_key_passphrase } : {}),
        hostVerifier: check.verify,
        readyTimeout: readyMs,
        retries: 0,
      });
      if ((await client.exists(folder)) === false) await client.mkdir(folder, true);
    } catch (cause) {
      socket.destroy();
      throw failed(cause);
    }
    return {
      async put({ file, content }) {
        const path = `${folder}/${file.filename}`;
        await client
          .put(Readable.from(content.read(), { objectMode: false }), path)
          .catch((cause: unknown) => {
            throw failed(cause);
          });
        return encodeURI(`sftp://${host}:${port}/${path.replace(/^\/+/, '')}`);
      },
      async [Symbol.asyncDispose]() {
        const ended = client.end().catch(ignore);
        // Servers may keep the connection for a while after the farewell.
        socket.destroySoon();
        await ended;
      },
    };
  };
}

/** Judges a server's key, and remembers why it was refused: the library tells only that it was. */
function hostKeyCheck(wanted: string, host: string, context: BlockContext) {
  let refusal: RunwrightError | null = null;
  return {
    refusal: () => refusal,
    verify(key: Buffer): boolean {
      const fingerprint = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
      if (wanted.trim() === '') {
        context.log.warn(
          `The key of \`${host}\` is \`${fingerprint}\` and nobody checked it; give it as \`sftp_host_key\`.`,
        );
        return true;
      }
      const isSame = wanted
        .trim()
        .split(/\s+/)
        .some((part) => isKey(part, key, fingerprint));
      if (isSame) return true;
      refusal = new RunwrightError(
        'block_failed',
        `The host key of \`${host}\` is \`${fingerprint}\`, not the one of \`sftp_host_key\`. The connection may be intercepted, or the key has changed; verify it and update \`sftp_host_key\`.`,
        { details: { failure_category: 'policy' } },
      );
      return false;
    },
  };
}

function isKey(part: string, key: Buffer, fingerprint: string): boolean {
  if (part.startsWith('SHA256:')) return part.replace(/=+$/, '') === fingerprint;
  return part.length > 40 && Buffer.from(part, 'base64').equals(key);
}

function asFailure(cause: unknown, server: string): unknown {
  if (RunwrightError.is(cause)) return cause;
  const message = errorMessage(cause);
  return new RunwrightError(
    'block_failed',
    `Cannot store files at \`${server}\`: ${message}. Check user, password or key, and path.`,
    { cause },
  );
}
