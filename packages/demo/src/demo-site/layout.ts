import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Content, html, type Markup } from './html.ts';
import { memberOf } from './session.ts';
import type { SiteState } from './state.ts';

/** One page of the portal, without the frame that all pages share. */
export interface Page {
  readonly title: string;
  /** Path of the menu entry this page belongs to. */
  readonly section?: string;
  readonly body: Content;
  /** Names of scripts under `/assets/`. */
  readonly scripts?: readonly string[];
  /** HTTP status, 200 by default. */
  readonly status?: number;
}

/** Sends a page inside the portal's header, menu and footer. */
export function sendPage(
  site: SiteState,
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
): FastifyReply {
  const member = memberOf(request, site);
  return sendMarkup(
    reply,
    document(
      page,
      html`<a class="skip" href="#content">Skip to content</a>
<header class="top">
  <div class="bar">
    <a class="brand" href="/">${logo}<span>Northwind Supplies</span></a>
    <nav aria-label="Main">${menu.map(([path, text]) => menuLink(path, text, page.section))}</nav>
    ${member === null ? signInLink : account(member)}
  </div>
</header>
<main id="content">
${page.body}
</main>
<footer>
  <p>Northwind Supplies is an invented company. Nothing here can be bought.</p>
  <p><a href="/catalog">Catalog</a> <a href="/contact">Contact</a></p>
</footer>`,
    ),
    page.status,
  );
}

/** Sends a page without header and menu, made to stand in an `iframe`. */
export function sendFrame(reply: FastifyReply, page: Page): FastifyReply {
  return sendMarkup(reply, document(page, html`<main class="frame">${page.body}</main>`), page.status);
}

const menu = [
  ['/catalog', 'Catalog'],
  ['/orders', 'Orders'],
  ['/contact', 'Contact'],
] as const;

const logo = html`<svg viewBox="0 0 32 32" aria-hidden="true"><circle cx="16" cy="16" r="15" fill="#f4b740"/><path d="M16 4l5 14-5-3-5 3z" fill="#12343b"/><path d="M11 21l5-3 5 3-5 7z" fill="#12343b" opacity=".45"/></svg>`;

const signInLink = html`<a class="button quiet" href="/login">Sign in</a>`;

function menuLink(path: string, text: string, section: string | undefined): Markup {
  return html`<a href="${path}"${path === section && html` aria-current="page"`}>${text}</a>`;
}

function account(member: string): Markup {
  return html`<form class="account" method="post" action="/logout">
      <span>Signed in as <strong>${member}</strong></span>
      <button class="quiet">Sign out</button>
    </form>`;
}

function document(page: Page, body: Markup): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} - Northwind Supplies</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/site.css">
${(page.scripts ?? []).map((name) => html`<script src="/assets/${name}" type="module"></script>\n`)}</head>
<body>
${body}
</body>
</html>
`;
}

function sendMarkup(reply: FastifyReply, { markup }: Markup, status = 200): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(markup);
}
