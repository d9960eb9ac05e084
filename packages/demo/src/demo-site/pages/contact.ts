import type { FastifyInstance } from 'fastify';
import {
  type ContactErrors,
  type ContactField,
  type ContactForm,
  checkContactForm,
  messageFrom,
  readContactForm,
  topics,
} from '../contact-form.ts';
import { type Content, html, type Markup } from '../html.ts';
import { type Page, sendPage } from '../layout.ts';
import { formOf } from '../request.ts';
import type { SiteState } from '../state.ts';

/** `/contact`: the form with every kind of field; a good one is recorded and gets a reference number. */
export function contactPage(app: FastifyInstance, site: SiteState): void {
  app.get('/contact', async (request, reply) =>
    sendPage(site, request, reply, page(readContactForm(new URLSearchParams()), {})),
  );

  app.post('/contact', async (request, reply) => {
    const form = readContactForm(formOf(request));
    const errors = checkContactForm(form);
    if (Object.keys(errors).length > 0) {
      return sendPage(site, request, reply, { ...page(form, errors), status: 422 });
    }
    const reference = `NW-${String(site.messages.length + 1).padStart(4, '0')}`;
    site.messages.push(messageFrom(form, reference));
    return reply.redirect(`/contact/thanks/${reference}`, 303);
  });
}

function page(form: ContactForm, errors: ContactErrors): Page {
  return {
    title: 'Contact',
    section: '/contact',
    scripts: ['combobox.js', 'star-rating.js'],
    body: html`<h1>Contact us</h1>
<div class="beside">
  ${contactForm(form, errors)}
  <aside aria-label="Newsletter">
    <iframe src="/widget/newsletter" title="Newsletter"></iframe>
  </aside>
</div>`,
  };
}

function contactForm(form: ContactForm, errors: ContactErrors): Markup {
  const field = (name: ContactField, label: string, control: Content, wide = false) => {
    const error = errors[name];
    return html`<div class="field${wide && ' wide'}">
      <label for="${name}">${label}</label>
      ${control}
      ${error !== undefined && html`<p class="error" id="${name}-error">${error}</p>`}
    </div>`;
  };
  const mark = (name: ContactField) =>
    errors[name] !== undefined && html` aria-invalid="true" aria-describedby="${name}-error"`;
  const wrong = Object.keys(errors).length;
  return html`<form class="panel" method="post" action="/contact" novalidate aria-label="Contact">
  ${wrong > 0 && html`<p class="alert" role="alert">${wrong === 1 ? 'One field needs' : `${wrong} fields need`} your attention.</p>`}
  <div class="grid">
    ${field('name', 'Name', html`<input id="name" name="name" autocomplete="name" required value="${form.name}"${mark('name')}>`)}
    ${field('email', 'E-mail', html`<input id="email" name="email" type="email" autocomplete="email" required value="${form.email}"${mark('email')}>`)}
    ${field(
      'topic',
      'Topic',
      html`<select id="topic" name="topic" required${mark('topic')}>
        <option value="">Choose a topic</option>
        ${topics.map((topic) => html`<option${topic === form.topic && ' selected'}>${topic}</option>`)}
      </select>`,
    )}
    ${field('date', 'Preferred date for our call (optional)', html`<input id="date" name="date" type="date" value="${form.date}"${mark('date')}>`)}
    ${field('country', 'Country', countryBox(form.country, mark('country')), true)}
    ${field(
      'message',
      'Message',
      html`<textarea id="message" name="message" rows="5" maxlength="2000" required${mark('message')}>
${form.message}</textarea>`,
      true,
    )}
    <div class="field wide">
      <span id="rating-label" class="label">How do you like our service? (optional)</span>
      <star-rating name="rating" value="${form.rating}" aria-labelledby="rating-label"></star-rating>
    </div>
    <label class="check wide"><input type="checkbox" name="copy"${form.copy && ' checked'}> Send me a copy of this message</label>
  </div>
  <button>Send message</button>
</form>`;
}

function countryBox(value: string, marks: Content): Markup {
  return html`<div class="combobox" data-suggest="/api/suggest">
        <input id="country" name="country" role="combobox" aria-autocomplete="list" aria-expanded="false" aria-controls="country-list" autocomplete="off" placeholder="Start typing a country" required value="${value}"${marks}>
        <ul id="country-list" role="listbox" aria-label="Countries" hidden></ul>
      </div>`;
}
