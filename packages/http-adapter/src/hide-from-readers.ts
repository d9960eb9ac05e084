import { hideFromReaders } from '@runwright/core/records';
import type { FastifyInstance } from 'fastify';

/** Registers the hook that leaves headers and tokens of addresses out of answers to callers without the scope `run`. */
export function hideSettingsFromReaders(app: FastifyInstance): void {
  app.addHook('preSerialization', async (request, _reply, answer: unknown) =>
    request.caller === null || request.caller.scopes.includes('run') ? answer : hideFromReaders(answer),
  );
}
