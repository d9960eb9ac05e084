/** Receives webhooks in a Fastify app: checks the signature of the bytes, and takes each run once. */
import { verifyWebhook, WebhookError } from '@runwright/client';
import { fastify } from 'fastify';

export function webhookApp(apiKey: string, onRun: (run: Record<string, unknown>) => void) {
  const app = fastify();
  const seen = new Set<unknown>();
  // The signature is that of the bytes, so the body must not be parsed before.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.post('/webhooks/runs', async (request, reply) => {
    try {
      const run = await verifyWebhook(request.body as Buffer, request.headers, apiKey, { tolerance: 300 });
      if (!seen.has(run.run_id)) onRun(run);
      seen.add(run.run_id);
      return reply.code(204).send();
    } catch (error) {
      if (error instanceof WebhookError) return reply.code(401).send({ error: 'invalid signature' });
      throw error;
    }
  });
  return app;
}
