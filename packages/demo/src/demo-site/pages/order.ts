import type { FastifyInstance } from 'fastify';
import { type DemoOrder, type DemoOrderLine, demoOrders } from '../data/orders.ts';
import { formatDate, formatMoney } from '../format.ts';
import { html, type Markup } from '../html.ts';
import { sendPage } from '../layout.ts';
import type { SiteState } from '../state.ts';
import { statusBadge } from './orders.ts';

/** `/orders/:number`: one order with its lines, its address and its invoice. */
export function orderPage(app: FastifyInstance, site: SiteState): void {
  app.get<{ Params: { number: string } }>('/orders/:number', async (request, reply) => {
    const order = demoOrders.find(({ number }) => number === request.params.number);
    if (order === undefined) return reply.callNotFound();
    return sendPage(site, request, reply, {
      title: `Order ${order.number}`,
      section: '/orders',
      body: orderBody(order),
    });
  });
}

function orderBody(order: DemoOrder): Markup {
  const { number, customer, lines, currency } = order;
  return html`<nav class="crumbs" aria-label="Breadcrumb"><a href="/orders">Orders</a> <span aria-hidden="true">/</span> <span aria-current="page">${number}</span></nav>
<div class="headline">
  <h1>Order ${number}</h1>
  ${statusBadge(order.status)}
  <p class="actions">
    <a class="button" href="/orders/${number}/invoice.pdf">View invoice (PDF)</a>
    <a class="button quiet" href="/orders/${number}/invoice.pdf?download=1">Download invoice</a>
  </p>
</div>
<div class="cards two">
  <section class="card" aria-labelledby="details">
    <h2 id="details">Details</h2>
    <dl>
      <dt>Customer</dt><dd>${customer.name}</dd>
      <dt>Contact</dt><dd>${customer.contact}</dd>
      <dt>Date</dt><dd><time datetime="${order.placedOn}">${formatDate(order.placedOn)}</time></dd>
      <dt>Currency</dt><dd>${currency}</dd>
    </dl>
  </section>
  <section class="card" aria-labelledby="address">
    <h2 id="address">Delivery address</h2>
    <address>${[customer.name, ...customer.address].map((line) => html`${line}<br>`)}</address>
  </section>
</div>
<div class="panel flush">
<table>
  <caption>Items</caption>
  <thead>
    <tr><th scope="col">Article</th><th scope="col">Product</th><th scope="col" class="number">Quantity</th><th scope="col" class="number">Unit price</th><th scope="col" class="number">Amount</th></tr>
  </thead>
  <tbody>
    ${lines.map((line) => row(line, order))}
  </tbody>
  <tfoot>
    <tr><th scope="row" colspan="4">Shipping</th><td class="number">${order.shippingCents === 0 ? 'Free' : formatMoney(order.shippingCents, currency)}</td></tr>
    <tr class="total"><th scope="row" colspan="4">Total</th><td class="number">${formatMoney(order.totalCents, currency)}</td></tr>
  </tfoot>
</table>
</div>`;
}

function row({ product, quantity, unitCents, totalCents }: DemoOrderLine, { currency }: DemoOrder): Markup {
  return html`<tr>
      <td>${product.sku}</td>
      <td>${product.name}</td>
      <td class="number">${quantity}</td>
      <td class="number">${formatMoney(unitCents, currency)}</td>
      <td class="number">${formatMoney(totalCents, currency)}</td>
    </tr>
`;
}
