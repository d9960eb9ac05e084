import { createHmac } from 'node:crypto';

/** Verifies the signature of a webhook as its receiver does. */
export function verifySignature(
  delivery: { readonly body: string; readonly signature: string } | undefined,
  key: string,
): boolean {
  if (!delivery) return false;
  return createHmac('sha256', key).update(delivery.body).digest('hex') === delivery.signature;
}
