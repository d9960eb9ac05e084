import type { DemoCurrency } from '../format.ts';
import { type DemoCustomer, demoCustomers } from './customers.ts';
import { type DemoProduct, demoProducts } from './products.ts';

/** Where an order stands. */
export type DemoOrderStatus = 'open' | 'processing' | 'shipped' | 'delivered' | 'canceled';

/** Every status, in the order of an order's life. */
export const demoOrderStatuses: readonly DemoOrderStatus[] = [
  'open',
  'processing',
  'shipped',
  'delivered',
  'canceled',
];

/** One line of an order; amounts in cents of the order's currency. */
export interface DemoOrderLine {
  readonly product: DemoProduct;
  readonly quantity: number;
  readonly unitCents: number;
  readonly totalCents: number;
}

/** An order; amounts in cents of `currency`. */
export interface DemoOrder {
  /** `PO-1001` and up; a higher number is a later order. */
  readonly number: string;
  readonly customer: DemoCustomer;
  /** `yyyy-mm-dd`. */
  readonly placedOn: string;
  readonly status: DemoOrderStatus;
  readonly lines: readonly DemoOrderLine[];
  readonly currency: DemoCurrency;
  readonly shippingCents: number;
  /** All lines and the shipping. */
  readonly totalCents: number;
}

const orderCount = 38;
const dayMs = 86_400_000;
/** In the order's own currency. */
const freeShippingFromCents = 25_000;
/** What one euro is worth; fixed, so that every total stays the same. */
const rates: Readonly<Record<DemoCurrency, number>> = { EUR: 1, USD: 1.08, GBP: 0.86 };

/** The order book, newest first: the same 38 orders in every process, worked out from their place alone. */
export const demoOrders: readonly DemoOrder[] = Array.from({ length: orderCount }, (_, index) =>
  orderAt(orderCount - 1 - index),
);

function orderAt(index: number): DemoOrder {
  const customer = cycle(demoCustomers, index * 5);
  const { currency } = customer;
  const lines = Array.from({ length: 1 + (index % 4) }, (_, line) => lineAt(index, line, currency));
  const goodsCents = lines.reduce((sum, line) => sum + line.totalCents, 0);
  const shippingCents = goodsCents >= freeShippingFromCents ? 0 : convert(1250, currency);
  return {
    number: `PO-${1001 + index}`,
    customer,
    placedOn: dayAfterStart(index * 4 + (index % 3)),
    status: statusAt(index),
    lines,
    currency,
    shippingCents,
    totalCents: goodsCents + shippingCents,
  };
}

function lineAt(order: number, line: number, currency: DemoCurrency): DemoOrderLine {
  const product = cycle(demoProducts, order * 5 + line * 3);
  const quantity = 1 + ((order * 7 + line * 11) % 12);
  const unitCents = convert(product.priceCents, currency);
  return { product, quantity, unitCents, totalCents: unitCents * quantity };
}

/** Old orders are done, the newest are open; now and then one was canceled. */
function statusAt(index: number): DemoOrderStatus {
  if (index % 9 === 4) return 'canceled';
  if (index < 12) return 'delivered';
  if (index < 20) return index % 4 === 0 ? 'open' : 'shipped';
  return index % 4 === 1 ? 'processing' : 'open';
}

function convert(euroCents: number, currency: DemoCurrency): number {
  return Math.round(euroCents * rates[currency]);
}

function dayAfterStart(days: number): string {
  return new Date(Date.UTC(2026, 0, 5) + days * dayMs).toISOString().slice(0, 10);
}

function cycle<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new RangeError('The list to take from is empty.');
  return item;
}
