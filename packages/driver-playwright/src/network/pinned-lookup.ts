import type { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { AllowedDestination } from '@runwright/contract';

/** A resolver that knows one answer: the addresses that were checked. */
export function pinnedLookup({ addresses }: AllowedDestination): typeof lookup {
  const answer: LookupFunction = (hostname, options, callback) => {
    const usable = addresses.filter(({ family }) => !options.family || options.family === family);
    const [first] = usable;
    if (!first)
      return callback(
        Object.assign(new Error(`no checked address for ${hostname}`), { code: 'ENOTFOUND' }),
        '',
        4,
      );
    if (options.all)
      return callback(
        null,
        usable.map(({ address, family }) => ({ address, family })),
      );
    callback(null, first.address, first.family);
  };
  // It is only called, as `net.connect` does; the promise form that the type asks for is never used.
  return answer as typeof lookup;
}
