import { type DemoOrder, type DemoOrderStatus, demoOrderStatuses, demoOrders } from './data/orders.ts';
import { textOf } from './request.ts';

/** What a visitor asked the order list for. */
export interface OrderQuery {
  /** Part of an order number or a customer's name; empty finds all. */
  readonly search: string;
  /** `null` is every status. */
  readonly status: DemoOrderStatus | null;
  /** From 1. */
  readonly page: number;
}

/** One page of the orders that were found. */
export interface OrderPage {
  readonly orders: readonly DemoOrder[];
  /** How many were found on all pages together. */
  readonly found: number;
  /** The page shown: the asked one, or the last when that is too high. */
  readonly page: number;
  /** At least 1. */
  readonly pages: number;
  /** Place of the first order shown among those found, from 1. */
  readonly first: number;
}

const pageSize = 10;

/** Reads `q`, `status` and `page`; what makes no sense reads as not given. */
export function readOrderQuery(fields: URLSearchParams): OrderQuery {
  const page = Number(textOf(fields, 'page'));
  return {
    search: textOf(fields, 'q'),
    status: demoOrderStatuses.find((status) => status === textOf(fields, 'status')) ?? null,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** The orders that match, ten a page, newest first. */
export function findOrders({ search, status, page: asked }: OrderQuery): OrderPage {
  const wanted = search.toLowerCase();
  const matching = demoOrders.filter(
    (order) =>
      (status === null || order.status === status) &&
      `${order.number}\n${order.customer.name}`.toLowerCase().includes(wanted),
  );
  const pages = Math.max(1, Math.ceil(matching.length / pageSize));
  const page = Math.min(asked, pages);
  const start = (page - 1) * pageSize;
  return {
    orders: matching.slice(start, start + pageSize),
    found: matching.length,
    page,
    pages,
    first: start + 1,
  };
}

/** The address of a page of the list, with filter and search kept. */
export function ordersPath({ search, status }: OrderQuery, page: number): string {
  const fields = new URLSearchParams();
  if (search !== '') fields.set('q', search);
  if (status !== null) fields.set('status', status);
  if (page > 1) fields.set('page', String(page));
  const query = fields.toString();
  return query === '' ? '/orders' : `/orders?${query}`;
}
