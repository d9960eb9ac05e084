import type { FastifyInstance } from 'fastify';
import { comboboxScript } from './combobox.ts';
import { siteStyle } from './site-style.ts';
import { starRatingScript } from './star-rating.ts';

/** `/assets/*`: the style sheet and the two scripts. They are texts so that a compiled package needs no copied files. */
export function assets(app: FastifyInstance): void {
  app.get('/assets/site.css', async (_, reply) => reply.type('text/css; charset=utf-8').send(siteStyle));
  app.get('/assets/combobox.js', async (_, reply) => reply.type(javascript).send(comboboxScript));
  app.get('/assets/star-rating.js', async (_, reply) => reply.type(javascript).send(starRatingScript));
}

const javascript = 'text/javascript; charset=utf-8';
