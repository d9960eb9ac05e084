import type { FastifyInstance } from 'fastify';
import { html } from '../html.ts';
import { sendPage } from '../layout.ts';
import type { SiteState } from '../state.ts';

/** `/contact/thanks/:reference`: says that a message arrived and under which number. */
export function thanksPage(app: FastifyInstance, site: SiteState): void {
  app.get<{ Params: { reference: string } }>('/contact/thanks/:reference', async (request, reply) => {
    const message = site.messages.find(({ reference }) => reference === request.params.reference);
    if (message === undefined) return reply.callNotFound();
    return sendPage(site, request, reply, {
      title: 'Thank you',
      section: '/contact',
      body: html`<section class="panel narrow">
  <h1>Thank you, ${message.name}</h1>
  <p role="status">We have received your message. Your reference number is <strong>${message.reference}</strong>.</p>
  <dl>
    <dt>Topic</dt><dd>${message.topic}</dd>
    <dt>Country</dt><dd>${message.country}</dd>
    <dt>Answer to</dt><dd>${message.email}</dd>
  </dl>
  <p><a class="button" href="/">Back to the home page</a></p>
</section>`,
    });
  });
}
