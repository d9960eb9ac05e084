import type { BrowserDriver, BrowserSession, EgressPolicy, OpenOptions } from '@runwright/contract';
import { egressPolicy, type OpenBrowser } from '@runwright/core';

/** Returns what opens the browser session of a page that is open in a running browser. */
export function attachedBrowser(
  driver: Required<Pick<BrowserDriver, 'attach'>>,
  { address, targetId }: { readonly address: string; readonly targetId: string },
): OpenBrowser {
  return async (options: OpenOptions): Promise<BrowserSession> => {
    const connecting = new AbortController();
    const egress = withDebugAddress(options.egress, address, connecting.signal);
    try {
      return await driver.attach(address, { ...options, egress, targetId });
    } finally {
      connecting.abort();
    }
  };
}

/** Lets the debug port of the host's own browser be reached until it is connected; pages never reach it afterwards. */
function withDebugAddress(policy: EgressPolicy, address: string, connected: AbortSignal): EgressPolicy {
  const { host } = new URL(address);
  const own = egressPolicy({ allowedHosts: [host] });
  return {
    check(url, options) {
      const isOwn = !connected.aborted && new URL(url).host === host;
      return isOwn ? own.check(url, options) : policy.check(url, options);
    },
  };
}
