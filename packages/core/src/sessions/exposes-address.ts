import { RunwrightError } from '@runwright/contract';

/**
 * Returns whether a browser session opens an address for debug clients. Throws `forbidden` when it asks for one and the host never
 * opens any.
 *
 * @param requested null for a request that does not say
 * @param setting `sessions.exposeAddress` of the engine
 */
export function exposesAddress(requested: boolean | null, setting: boolean | 'never'): boolean {
  if (setting !== 'never') return requested ?? setting;
  if (!requested) return false;
  throw new RunwrightError(
    'forbidden',
    "Cannot open a browser with a debug address: the operator of this service has turned them off (`RUNWRIGHT_EXPOSE_BROWSERS=false`, in a program `sessions.exposeAddress: 'never'`). Leave out `expose_address`.",
  );
}
