import type { FastifyInstance } from 'fastify';
import { type DemoCategory, type DemoProduct, demoProducts } from '../data/products.ts';
import { formatMoney } from '../format.ts';
import { html, type Markup } from '../html.ts';
import { sendPage } from '../layout.ts';
import type { SiteState } from '../state.ts';

/** `/catalog`: every product with price and stock, open to everybody. */
export function catalogPage(app: FastifyInstance, site: SiteState): void {
  app.get('/catalog', async (request, reply) =>
    sendPage(site, request, reply, {
      title: 'Catalog',
      section: '/catalog',
      body: html`<h1>Catalog</h1>
<p class="muted">${demoProducts.length} products. Prices in euros, without VAT.</p>
<ul class="cards products">
  ${demoProducts.map(productCard)}
</ul>`,
    }),
  );
}

function productCard(product: DemoProduct): Markup {
  return html`<li class="card product">
    ${pictures[product.category]}
    <p class="muted">${product.category} · ${product.sku}</p>
    <h2>${product.name}</h2>
    <p>${product.description}</p>
    <p class="price"><strong>${formatMoney(product.priceCents, 'EUR')}</strong> per ${product.unit}</p>
    ${stock(product.stock)}
  </li>
`;
}

const fewUnits = 50;

function stock(units: number): Markup {
  if (units === 0) return html`<p class="stock out">Out of stock</p>`;
  if (units < fewUnits) return html`<p class="stock few">Only ${units} left</p>`;
  return html`<p class="stock">${units} in stock</p>`;
}

const pictures: Readonly<Record<DemoCategory, Markup>> = {
  Packaging: picture(
    '#fdf0d5',
    html`<path d="M30 34l30-12 30 12v34L60 80 30 68z" fill="#d9a25f"/><path d="M30 34l30 12 30-12-30-12z" fill="#ecc389"/><path d="M60 46v34" stroke="#a8763b" stroke-width="2"/>`,
  ),
  Fasteners: picture(
    '#e3ecf4',
    html`<path d="M48 24h24l8 12-8 12H48l-8-12z" fill="#7d93a8"/><path d="M54 48h12v30l-6 6-6-6z" fill="#a9bac9"/><path d="M54 56l12 4M54 64l12 4M54 72l12 4" stroke="#7d93a8" stroke-width="2"/>`,
  ),
  Safety: picture(
    '#fbe4de',
    html`<path d="M60 20l26 10v18c0 18-12 28-26 34-14-6-26-16-26-34V30z" fill="#d5573b"/><path d="M56 36h8v10h10v8H64v10h-8V54H46v-8h10z" fill="#fff"/>`,
  ),
  Workshop: picture(
    '#e1f0ea',
    html`<path d="M36 74l30-30 8 8-30 30z" fill="#c98a4b"/><path d="M56 34l14-12 20 20-12 14z" fill="#3f7d6a"/>`,
  ),
};

function picture(background: string, shape: Markup): Markup {
  return html`<svg class="picture" viewBox="0 0 120 100" aria-hidden="true"><rect x="-400" width="920" height="100" fill="${background}"/>${shape}</svg>`;
}
