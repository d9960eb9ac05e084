import type { FastifyInstance } from 'fastify';
import { html } from '../html.ts';
import { sendFrame } from '../layout.ts';
import { formOf, textOf } from '../request.ts';
import type { SiteState } from '../state.ts';

/** `/widget/newsletter`: a document of its own with a small form, shown in an `iframe` on the contact page. */
export function newsletterFrame(app: FastifyInstance, site: SiteState): void {
  app.get('/widget/newsletter', async (_, reply) => sendFrame(reply, form('', false)));

  app.post('/widget/newsletter', async (request, reply) => {
    const email = textOf(formOf(request), 'email');
    if (!/^\S+@\S+\.\S+$/.test(email)) return sendFrame(reply, { ...form(email, true), status: 422 });
    site.subscriptions.push(email);
    return sendFrame(reply, {
      title: 'Newsletter',
      body: html`<h2>Welcome aboard</h2><p role="status">The next letter goes to <strong>${email}</strong>.</p>`,
    });
  });
}

function form(email: string, wrong: boolean) {
  return {
    title: 'Newsletter',
    body: html`<h2>Newsletter</h2>
<p>Offers and new products, once a month.</p>
<form method="post" action="/widget/newsletter" novalidate class="stack" aria-label="Newsletter">
  <div class="field">
    <label for="email">Your e-mail</label>
    <input id="email" name="email" type="email" autocomplete="email" required value="${email}"${wrong && html` aria-invalid="true" aria-describedby="email-error"`}>
    ${wrong && html`<p class="error" id="email-error" role="alert">Enter an e-mail address.</p>`}
  </div>
  <button>Subscribe</button>
</form>`,
  };
}
