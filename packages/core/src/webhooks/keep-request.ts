import { type JsonObject, keptBodyBytes, type SentRequest } from '@runwright/contract';
import { canonicalJson } from '../crypto/canonical-json.ts';
import { maskQuery } from '../records/mask-query.ts';

/**
 * The signature is over the body alone: with both, whoever may read deliveries could send the webhook to its receiver as if the service
 * did.
 */
const secretHeaders: ReadonlySet<string> = new Set(['x-service-signature']);

/**
 * Returns what a delivery keeps of its request: all headers, those that are secret masked, and the first {@link keptBodyBytes} of the
 * body. In the body the query of `webhook_callback_url` is masked, as in the address of the delivery; everything else in it is
 * masked already.
 */
export function keepRequest({
  headers,
  payload,
  body,
}: {
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: JsonObject;
  /** The payload as it is sent. */
  readonly body: Uint8Array;
}): SentRequest {
  const address = payload.webhook_callback_url;
  const masked = typeof address === 'string' ? maskQuery(address) : address;
  const shown =
    masked === address || masked === undefined
      ? body
      : new TextEncoder().encode(canonicalJson({ ...payload, webhook_callback_url: masked }));
  // A character that would be cut in two is left out whole.
  const text = new TextDecoder().decode(shown.subarray(0, keptBodyBytes), { stream: true });
  return {
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, secretHeaders.has(name) ? '*****' : value]),
    ),
    body: text,
    bodyBytes: body.length,
    bodyBytesCut: shown.length - Buffer.byteLength(text),
  };
}
