import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ProviderAnswer } from './language-model.ts';

/** A provider on this machine that gives one answer. */
export interface ServedProvider {
  /** Without a path. */
  readonly url: string;
  /** Bodies of the requests so far, as text. */
  requests(): readonly string[];
  /** May be called twice. */
  close(): Promise<void>;
}

/**
 * Serves a provider for `testLanguageModel` on loopback.
 *
 * @param bodyOf makes the body of a whole answer with this text, in the provider's format
 */
export async function serveProvider(
  answer: ProviderAnswer,
  bodyOf: (text: string) => object,
): Promise<ServedProvider> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const parts: Uint8Array[] = [];
    for await (const part of request) parts.push(part);
    bodies.push(Buffer.concat(parts).toString());
    response.setHeader('content-type', 'application/json');
    if (answer.kind === 'text') response.end(JSON.stringify(bodyOf(answer.text)));
    if (answer.kind === 'garbage') response.end('<html>no answer</html>');
    if (answer.kind !== 'error') return;
    if (answer.retryAfter !== undefined) response.setHeader('retry-after', String(answer.retryAfter));
    response.statusCode = answer.status;
    response.end(JSON.stringify({ type: 'error', error: { type: 'test', message: 'refused by the test' } }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    requests: () => bodies,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
