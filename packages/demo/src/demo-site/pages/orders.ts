import type { FastifyInstance } from 'fastify';
import { type DemoOrder, type DemoOrderStatus, demoOrderStatuses } from '../data/orders.ts';
import { findOrders, type OrderPage, type OrderQuery, ordersPath, readOrderQuery } from '../find-orders.ts';
import { formatDate, formatMoney } from '../format.ts';
import { html, type Markup } from '../html.ts';
import { sendPage } from '../layout.ts';
import { queryOf } from '../request.ts';
import type { SiteState } from '../state.ts';

/** `/orders`: the order book as a table with search, status filter and pages. */
export function ordersPage(app: FastifyInstance, site: SiteState): void {
  app.get('/orders', async (request, reply) => {
    const query = readOrderQuery(queryOf(request));
    const result = findOrders(query);
    return sendPage(site, request, reply, {
      title: 'Orders',
      section: '/orders',
      body: html`<h1>Orders</h1>
${filterForm(query)}
${result.found === 0 ? html`<p class="panel">No order matches. Try another search or status.</p>` : list(query, result)}`,
    });
  });
}

/** `Shipped`, on a colour of its own. */
export function statusBadge(status: DemoOrderStatus): Markup {
  return html`<span class="badge ${status}">${statusName(status)}</span>`;
}

function statusName(status: DemoOrderStatus): string {
  return status.charAt(0).toUpperCase() + status.slice(1);
}

function filterForm({ search, status }: OrderQuery): Markup {
  return html`<form class="toolbar" method="get" action="/orders" role="search" aria-label="Filter orders">
  <div class="field grow">
    <label for="q">Search</label>
    <input id="q" name="q" type="search" placeholder="Order number or customer" value="${search}">
  </div>
  <div class="field">
    <label for="status">Status</label>
    <select id="status" name="status">
      <option value="">All</option>
      ${demoOrderStatuses.map(
        (option) =>
          html`<option value="${option}"${option === status && ' selected'}>${statusName(option)}</option>`,
      )}
    </select>
  </div>
  <button>Apply</button>
  ${(search !== '' || status !== null) && html`<a class="button quiet" href="/orders">Clear</a>`}
</form>`;
}

function list(query: OrderQuery, result: OrderPage): Markup {
  const last = result.first + result.orders.length - 1;
  return html`<div class="panel flush">
<table>
  <caption>Showing ${result.first} to ${last} of ${result.found} orders</caption>
  <thead>
    <tr><th scope="col">Order</th><th scope="col">Customer</th><th scope="col">Date</th><th scope="col">Status</th><th scope="col" class="number">Total</th></tr>
  </thead>
  <tbody>
    ${result.orders.map(row)}
  </tbody>
</table>
</div>
${result.pages > 1 && pageLinks(query, result)}`;
}

function row(order: DemoOrder): Markup {
  return html`<tr>
      <td><a href="/orders/${order.number}">${order.number}</a></td>
      <td>${order.customer.name}</td>
      <td><time datetime="${order.placedOn}">${formatDate(order.placedOn)}</time></td>
      <td>${statusBadge(order.status)}</td>
      <td class="number">${formatMoney(order.totalCents, order.currency)}</td>
    </tr>
`;
}

function pageLinks(query: OrderQuery, { page, pages }: OrderPage): Markup {
  const link = (to: number, text: string) =>
    html`<a href="${ordersPath(query, to)}"${to === page && html` aria-current="page"`}>${text}</a>`;
  const numbers = Array.from({ length: pages }, (_, index) => link(index + 1, String(index + 1)));
  return html`<nav class="pages" aria-label="Pages">
  ${page > 1 && link(page - 1, 'Previous')}
  ${numbers}
  ${page < pages && link(page + 1, 'Next')}
</nav>`;
}
