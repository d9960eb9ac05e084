import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { ignoredParametersHeader } from './report-ignored-parameters.ts';
import { ignoredMembersHeader } from './unknown-members.ts';

/** Origins whose pages may read responses. */
export interface CorsOptions {
  /** Exact origins such as `https://console.example.com`, or `*` for all. */
  readonly origins: readonly string[] | '*';
}

/** Answers preflight requests with 204, and lets pages of the origins read responses. Credentials of browsers are never sent. */
export async function allowCors(app: FastifyInstance, { origins }: CorsOptions): Promise<void> {
  await app.register(cors, {
    origin: origins === '*' ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'content-type',
      'x-api-key',
      'x-user-agent',
      'idempotency-key',
      'last-event-id',
      'range',
    ],
    exposedHeaders: [
      'x-request-id',
      'link',
      'x-last-event-id',
      'retry-after',
      'content-range',
      'idempotent-replayed',
      ignoredParametersHeader,
      ignoredMembersHeader,
    ],
    credentials: false,
    maxAge: 600,
    // A request without an origin is none of a page, and is answered as without this plugin.
    strictPreflight: false,
    hideOptionsRoute: true,
  });
}
