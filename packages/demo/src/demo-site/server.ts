import { type FastifyInstance, fastify } from 'fastify';
import { assets } from './assets/index.ts';
import { catalogPage } from './pages/catalog.ts';
import { contactPage } from './pages/contact.ts';
import { homePage } from './pages/home.ts';
import { invoicePage } from './pages/invoice.ts';
import { loginPage } from './pages/login.ts';
import { newsletterFrame } from './pages/newsletter.ts';
import { notFoundPage } from './pages/not-found.ts';
import { orderPage } from './pages/order.ts';
import { ordersPage } from './pages/orders.ts';
import { slowPage } from './pages/slow.ts';
import { suggestApi } from './pages/suggest.ts';
import { thanksPage } from './pages/thanks.ts';
import { requireMember } from './session.ts';
import type { SiteState } from './state.ts';

/** The portal's server, not yet listening. Closing it also ends connections that browsers keep open. */
export function createServer(site: SiteState): FastifyInstance {
  const app = fastify({ forceCloseConnections: true });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  app.addHook('onRequest', async (request) => {
    site.requests.push({ method: request.method, path: request.url });
  });

  for (const page of publicPages) page(app, site);
  app.register(async (members) => {
    members.addHook('preHandler', requireMember(site));
    for (const page of memberPages) page(members, site);
  });
  return app;
}

const publicPages = [
  assets,
  homePage,
  loginPage,
  catalogPage,
  contactPage,
  thanksPage,
  newsletterFrame,
  suggestApi,
  slowPage,
  notFoundPage,
];

const memberPages = [ordersPage, orderPage, invoicePage];
