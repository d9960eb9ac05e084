import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { belowPrefix, requestPath } from './request-path.ts';

/** The console, a web page for the API. */
export interface ConsoleOptions {
  /**
   * Folder of its built files, such as that of `consoleFolder()` of `@runwright/console`, or a function that returns it, which the
   * first request of the console calls.
   */
  readonly folder: string | (() => Promise<string>);
}

/** Only files of the service run; texts of pages and models can load and execute nothing. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "font-src 'self'",
  'frame-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
} as const;

/** Vite names these files after their content. */
const hashedFile = /^assets\/[\w.-]+$/;

/** Serves the console at `/console`: its files, and its page for every other path below, which the page itself routes. */
export async function serveConsole(app: FastifyInstance, { folder }: ConsoleOptions): Promise<void> {
  const folderOf = typeof folder === 'string' ? async () => folder : folder;
  const { prefix } = app;
  await app.register(async (page) => {
    // A host that serves files of its own has decorated its replies already.
    if (!page.hasReplyDecorator('sendFile'))
      await page.register(fastifyStatic, { serve: false, preCompressed: true });
    const send = async (request: FastifyRequest, reply: FastifyReply) => {
      const path = belowPrefix(requestPath(request.url), prefix).replace(/^\/console\/?/, '');
      const root = await folderOf();
      reply.headers(pageHeaders);
      if (hashedFile.test(path) && (await isFile(join(root, path))))
        return reply.sendFile(path, root, { maxAge: '1y', immutable: true });
      if (path.startsWith('assets/')) return reply.callNotFound();
      const html = await readFile(join(root, 'index.html'), 'utf8');
      return reply
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(html.replaceAll('="./', `="${toConsole(requestPath(request.url), path)}`));
    };
    const schema = { hide: true };
    page.get('/console', { schema }, send);
    page.get('/console/*', { schema }, send);
  });
}

/** Returns the relative address of the console's root; relative, because a proxy may serve it under a path of its own. */
function toConsole(requested: string, path: string): string {
  if (path === '' && !requested.endsWith('/')) return './console/';
  return '../'.repeat(path.split('/').length - 1) || './';
}

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
