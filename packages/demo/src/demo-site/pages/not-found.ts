import type { FastifyInstance } from 'fastify';
import { html } from '../html.ts';
import { sendPage } from '../layout.ts';
import type { SiteState } from '../state.ts';

/** The answer to every address that does not exist. */
export function notFoundPage(app: FastifyInstance, site: SiteState): void {
  app.setNotFoundHandler(async (request, reply) =>
    sendPage(site, request, reply, {
      title: 'Page not found',
      body: html`<section class="panel narrow">
  <h1>Page not found</h1>
  <p>There is nothing at <code>${request.url}</code>.</p>
  <p><a class="button" href="/">Back to the home page</a></p>
</section>`,
      status: 404,
    }),
  );
}
