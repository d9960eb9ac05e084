import { connect, type Socket } from 'node:net';
import { type EgressPolicy, errorMessage, RunwrightError } from '@runwright/contract';

/** Opens connections as the engine gives them to blocks. */
export type Connect = (
  to: { readonly host: string; readonly port: number },
  options: { readonly signal: AbortSignal },
) => Promise<Socket>;

/** Time that one address has to accept a connection, in ms. */
const connectMs = 20_000;

/**
 * Opens TCP connections under a policy: the host is checked as for a request, and the connection goes to one of the
 * addresses that were checked, in their order. An abort of the signal ends the connection at any time.
 *
 * Throws `egress_denied` for a refused address and `block_failed` (retryable) when none accepts the connection.
 */
export function createConnect(policy: EgressPolicy): Connect {
  return async ({ host, port }, { signal }) => {
    const { addresses } = await policy.check(addressOf(host, port), { signal });
    let cause: unknown = null;
    for (const { address, family } of addresses) {
      try {
        return await open({ address, family, port }, signal);
      } catch (error) {
        signal.throwIfAborted();
        cause = error;
      }
    }
    const reason = cause === null ? 'it has no address' : errorMessage(cause);
    throw new RunwrightError(
      'block_failed',
      `Cannot connect to \`${host}:${port}\`: ${reason}. Check host and port.`,
      { cause, retryable: true, details: { host } },
    );
  };
}

/** The policy speaks of requests; it knows a host and a port, whatever is spoken there. */
function addressOf(host: string, port: number): string {
  const isUsable =
    host !== '' && !/[\s/\\@?#]/.test(host) && Number.isInteger(port) && port > 0 && port < 65_536;
  if (!isUsable) {
    throw new RunwrightError(
      'invalid_input',
      `Cannot connect to host \`${host}\`, port \`${port}\`. Give a host and a port of 1 to 65535.`,
    );
  }
  const bare = host.replace(/^\[|\]$/g, '');
  return `http://${bare.includes(':') ? `[${bare}]` : bare}:${port}/`;
}

function open(
  to: { readonly address: string; readonly family: number; readonly port: number },
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    // Mail and SFTP are talk in small pieces, which must not wait for each other.
    const socket = connect({ host: to.address, family: to.family, port: to.port, noDelay: true });
    const abort = () => socket.destroy(asError(signal.reason));
    const fail = (error: Error) => {
      signal.removeEventListener('abort', abort);
      reject(error);
    };
    if (signal.aborted) return reject(asError(signal.reason));
    signal.addEventListener('abort', abort, { once: true });
    socket.setTimeout(connectMs, () => socket.destroy(new Error('it did not answer in time')));
    socket.once('error', fail);
    socket.once('connect', () => {
      socket.setTimeout(0);
      socket.removeAllListeners('timeout');
      socket.removeListener('error', fail);
      socket.once('close', () => signal.removeEventListener('abort', abort));
      resolve(socket);
    });
  });
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
