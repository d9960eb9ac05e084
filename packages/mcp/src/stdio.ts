import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createMcpServer, type McpServerOptions } from './server.ts';

/**
 * Serves one client over standard input and output, one message per line, until its input ends. Nothing else may write to
 * the output meanwhile.
 */
export async function serveMcpStdio(
  options: McpServerOptions,
  {
    input = process.stdin,
    output = process.stdout,
    signal,
  }: { readonly input?: Readable; readonly output?: Writable; readonly signal?: AbortSignal } = {},
): Promise<void> {
  const server = createMcpServer(options);
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  server.onclose = resolve;
  await server.connect(new StdioServerTransport(input, output));
  const end = () => void server.close();
  input.once('end', end).once('close', end);
  signal?.addEventListener('abort', end, { once: true });
  if (signal?.aborted) end();
  await closed;
}
