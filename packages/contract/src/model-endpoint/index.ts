/**
 * What drivers of models over HTTP share: one call with its time limit, and the errors of endpoints.
 *
 * @packageDocumentation
 */

export { callEndpoint, type Endpoint, type EndpointOptions, type Exchange } from './call-endpoint.ts';
export { type EndpointAddress, readEndpointAddress } from './endpoint-address.ts';
export type { Refusal } from './endpoint-error.ts';
