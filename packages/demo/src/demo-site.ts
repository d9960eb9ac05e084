import { RunwrightError } from '@runwright/contract';
import { createServer } from './demo-site/server.ts';
import { clearState, type DemoMessage, type DemoRequest, emptyState } from './demo-site/state.ts';

export type { DemoCustomer } from './demo-site/data/customers.ts';
export {
  type DemoOrder,
  type DemoOrderLine,
  type DemoOrderStatus,
  demoOrders,
} from './demo-site/data/orders.ts';
export { type DemoCategory, type DemoProduct, demoProducts } from './demo-site/data/products.ts';
export type { DemoCurrency } from './demo-site/format.ts';
export { demoCredentials } from './demo-site/session.ts';
export type { DemoMessage, DemoRequest } from './demo-site/state.ts';

/** Where the demo site listens. */
export interface DemoSiteOptions {
  /** 0, the default, takes a free port. */
  readonly port?: number;
  /** Address to listen on, `127.0.0.1` by default. */
  readonly host?: string;
}

/** A running demo site. The lists are live: they grow while browsers visit. */
export interface DemoSite extends AsyncDisposable {
  /** Address without a slash at the end, such as `http://127.0.0.1:40123`. */
  readonly url: string;
  /** Every request since the start or the last reset, assets included, oldest first. */
  readonly requests: readonly DemoRequest[];
  /** Contact forms that passed validation, oldest first. */
  readonly messages: readonly DemoMessage[];
  /** E-mail addresses given in the newsletter frame, oldest first. */
  readonly subscriptions: readonly string[];
  /** Forgets requests, messages, subscriptions and sessions; reference numbers start again. */
  reset(): void;
  /** Stops listening and ends every open connection. A second call does nothing more. */
  close(): Promise<void>;
}

/**
 * Starts the portal of an invented supplier: public pages `/`, `/catalog` and `/contact`, and, behind
 * `/login` with {@link demoCredentials}, `/orders`, `/orders/:number` and `/orders/:number/invoice.pdf`.
 * What it shows is the same in every process ({@link demoOrders}, {@link demoProducts}); what visitors
 * send is kept in memory only. `/slow?ms=` answers late on purpose.
 *
 * @throws RunwrightError `conflict` when the address cannot be listened on.
 */
export async function demoSite(options: DemoSiteOptions = {}): Promise<DemoSite> {
  const { port = 0, host = '127.0.0.1' } = options;
  const state = emptyState();
  const server = createServer(state);
  const url = await server.listen({ port, host }).catch((cause: unknown) => {
    throw new RunwrightError(
      'conflict',
      `The demo site cannot listen on \`${host}:${port}\`: the port is in use. Choose another port, or 0 for any.`,
      { cause },
    );
  });
  const close = async () => {
    await server.close();
  };
  return {
    url,
    requests: state.requests,
    messages: state.messages,
    subscriptions: state.subscriptions,
    reset: () => clearState(state),
    close,
    [Symbol.asyncDispose]: close,
  };
}
