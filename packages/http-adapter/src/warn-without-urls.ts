import type { Engine } from '@runwright/core';
import type { FastifyInstance } from 'fastify';

/**
 * Logs a warning when the engine has no URLs: its records then hold URIs of artifacts and files that no client can open, and
 * their signatures cannot be verified.
 */
export function warnWithoutUrls(app: FastifyInstance, { links }: Pick<Engine, 'links'>): void {
  if (links.publicUrl !== null) return;
  app.log.warn(
    'Links to files and artifacts cannot be opened: the engine has no URLs. Create it with `createEngine({ urls: httpUrls({ publicUrl }) })`.',
  );
}
