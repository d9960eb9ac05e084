import type { FastifyInstance } from 'fastify';
import { demoNews } from '../data/news.ts';
import { formatDate } from '../format.ts';
import { html } from '../html.ts';
import { sendPage } from '../layout.ts';
import { memberOf } from '../session.ts';
import type { SiteState } from '../state.ts';

/** `/`: what the supplier sells, what is new, and the way in. */
export function homePage(app: FastifyInstance, site: SiteState): void {
  app.get('/', async (request, reply) =>
    sendPage(site, request, reply, {
      title: 'Home',
      section: '/',
      body: html`<section class="hero">
  <h1>Everything your workshop runs out of</h1>
  <p>Packaging, fasteners and safety gear for small makers, on your doorstep in two working days.</p>
  <p class="actions">
    <a class="button" href="/catalog">Browse the catalog</a>
    ${
      memberOf(request, site) === null
        ? html`<a class="button quiet" href="/login">Sign in to your account</a>`
        : html`<a class="button quiet" href="/orders">See your orders</a>`
    }
  </p>
</section>
<section aria-labelledby="news">
  <h2 id="news">Product news</h2>
  <div class="cards">
    ${demoNews.map(
      ({ title, publishedOn, text }) => html`<article class="card">
      <p class="muted"><time datetime="${publishedOn}">${formatDate(publishedOn)}</time></p>
      <h3>${title}</h3>
      <p>${text}</p>
    </article>`,
    )}
  </div>
</section>`,
    }),
  );
}
