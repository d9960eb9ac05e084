import { expect, it } from 'vitest';
import { demoOrderStatuses, demoOrders } from './orders.ts';

it('orders run from the newest to PO-1001 without a gap', () => {
  expect(demoOrders.map(({ number }) => number)).toEqual(
    demoOrders.map((_, index) => `PO-${1000 + demoOrders.length - index}`),
  );
  const dates = demoOrders.map(({ placedOn }) => placedOn);
  expect(dates).toEqual(dates.toSorted().toReversed());
});

it('a total is the sum of its lines and the shipping', () => {
  for (const { number, lines, shippingCents, totalCents } of demoOrders) {
    const goods = lines.reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0);
    expect([number, totalCents]).toEqual([number, goods + shippingCents]);
  }
});

it('no order names a product twice', () => {
  for (const { lines } of demoOrders) {
    expect(new Set(lines.map(({ product }) => product.sku)).size).toBe(lines.length);
  }
});

it('every status has orders, and the open ones fill more than a page', () => {
  const count = (status: string) => demoOrders.filter((order) => order.status === status).length;
  expect(demoOrderStatuses.every((status) => count(status) > 0)).toBe(true);
  expect(count('open')).toBeGreaterThan(10);
});
