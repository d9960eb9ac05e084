import { type Static, Type } from 'typebox';

/** Hosts that the browser of a run may reach. An extension of the API. */
export const AllowedDomains = Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
  minItems: 1,
  maxItems: 100,
  description:
    'The only hosts that the browser of the run reaches: `shop.example` this host, `*.shop.example` it and all its subdomains, `shop.example:8443` only this port. Holds for pages, redirects, frames, windows, scripts, pictures, requests, sockets, downloads and files to upload. Default: every host that the egress policy allows. Not together with `browser_session_id` or `browser_address`.',
});
export type AllowedDomains = Static<typeof AllowedDomains>;
