import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { html } from '../html.ts';
import { sendPage } from '../layout.ts';
import { queryOf } from '../request.ts';
import type { SiteState } from '../state.ts';

const longestMs = 60_000;

/** `/slow?ms=`: a page that keeps its reader waiting, one second by default and at most a minute. */
export function slowPage(app: FastifyInstance, site: SiteState): void {
  app.get('/slow', async (request, reply) => {
    const asked = Number(queryOf(request).get('ms') ?? 1000);
    const delayMs = Number.isFinite(asked) ? Math.min(Math.max(asked, 0), longestMs) : 1000;
    // Unreferenced: a site that is closed meanwhile must not keep its process alive.
    await wait(delayMs, undefined, { ref: false });
    return sendPage(site, request, reply, {
      title: 'Slow page',
      body: html`<h1>Slow page</h1><p>This page took ${delayMs} ms.</p>`,
    });
  });
}
