/**
 * Hosts whose frames hold the card fields of shops, from the documentation of the services: Stripe Elements, Adyen Web
 * Drop-in, Braintree Hosted Fields, Square Web Payments, Checkout.com Frames, Mollie Components, PayPal Card Fields.
 */
const hosts: readonly string[] = [
  'js.stripe.com',
  'checkout.stripe.com',
  'checkoutshopper-live.adyen.com',
  'checkoutshopper-live-us.adyen.com',
  'checkoutshopper-live-au.adyen.com',
  'assets.braintreegateway.com',
  'pci-connect.squareup.com',
  'web.squarecdn.com',
  'js.checkout.com',
  'js.mollie.com',
  'www.paypal.com',
];

/** Returns whether an address belongs to a payment service that takes card numbers in frames of other sites. */
export function isPaymentHost({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' && hosts.includes(hostname);
}
