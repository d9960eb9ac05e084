import type { FastifyInstance } from 'fastify';
import { html, type Markup } from '../html.ts';
import { sendPage } from '../layout.ts';
import { formOf, queryOf, textOf } from '../request.ts';
import { localPath, signIn, signOut } from '../session.ts';
import type { SiteState } from '../state.ts';

/** `/login` and `/logout`: a cookie session for the one account of the site. */
export function loginPage(app: FastifyInstance, site: SiteState): void {
  app.get('/login', async (request, reply) =>
    sendPage(site, request, reply, {
      title: 'Sign in',
      section: '/login',
      body: loginForm({ next: textOf(queryOf(request), 'next'), username: '', failed: false }),
    }),
  );

  app.post('/login', async (request, reply) => {
    const form = formOf(request);
    const username = textOf(form, 'username');
    const next = textOf(form, 'next');
    const welcome = signIn(reply, site, username, form.get('password') ?? '');
    if (welcome) return reply.redirect(localPath(next), 303);
    return sendPage(site, request, reply, {
      title: 'Sign in',
      section: '/login',
      body: loginForm({ next, username, failed: true }),
      status: 401,
    });
  });

  app.post('/logout', async (request, reply) => {
    signOut(request, reply, site);
    return reply.redirect('/', 303);
  });
}

interface LoginForm {
  readonly next: string;
  readonly username: string;
  readonly failed: boolean;
}

function loginForm({ next, username, failed }: LoginForm): Markup {
  return html`<section class="panel narrow">
  <h1>Sign in</h1>
  <p class="muted">Sign in to see your orders and invoices.</p>
  ${failed && html`<p class="alert" role="alert">The user name or the password is wrong. Please try again.</p>`}
  <form method="post" action="/login" class="stack">
    <input type="hidden" name="next" value="${next}">
    <div class="field">
      <label for="username">User name</label>
      <input id="username" name="username" autocomplete="username" required value="${username}">
    </div>
    <div class="field">
      <label for="password">Password</label>
      <input id="password" name="password" type="password" autocomplete="current-password" required>
    </div>
    <button>Sign in</button>
  </form>
</section>`;
}
