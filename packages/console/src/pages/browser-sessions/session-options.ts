import type { BrowserSessionRequest } from '@runwright/client';
import { textOf } from '../../lib/form-values.ts';

type ProxyLocation = NonNullable<BrowserSessionRequest['proxy_location']>;

/** Browsers of sessions. */
export const browserTypes = { browser_b: 'Chrome', browser_a: 'Microsoft Edge' } as const;

/** Extensions of sessions. */
export const extensions = { 'ad-blocker': 'Ad blocker', 'captcha-solver': 'Captcha solver' } as const;

const countries = [
  ...['AR', 'AU', 'BR', 'CA', 'DE', 'ES', 'FR', 'GB', 'IE', 'IN'],
  ...['IT', 'JP', 'MX', 'NL', 'NZ', 'PH', 'TR', 'ZA'],
] as const;

/** Locations of proxies, with the name that the form shows. */
export function proxyLocations(): readonly { readonly value: string; readonly label: string }[] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const ofCountries = countries.map((code) => ({
    value: `RESIDENTIAL_${code}`,
    label: `${names.of(code) ?? code}`,
  }));
  return [
    { value: '', label: 'As the service is set' },
    { value: 'NONE', label: 'No proxy' },
    { value: 'RESIDENTIAL', label: 'United States' },
    { value: 'RESIDENTIAL_ISP', label: 'United States (internet provider)' },
    ...ofCountries.sort((a, b) => a.label.localeCompare(b.label)),
  ];
}

/** Reads the form of a new session. */
export function readSession(form: FormData): BrowserSessionRequest {
  const timeout = textOf(form, 'timeout');
  const proxy = textOf(form, 'proxy_location');
  const browser = textOf(form, 'browser_type');
  const profile = textOf(form, 'browser_profile_id');
  const added = form.getAll('extensions');
  return {
    ...(timeout === '' ? {} : { timeout: Number(timeout) }),
    ...(proxy === '' ? {} : { proxy_location: proxy as ProxyLocation }),
    ...(browser === '' ? {} : { browser_type: browser as keyof typeof browserTypes }),
    ...(profile === '' ? {} : { browser_profile_id: profile }),
    ...(added.length === 0 ? {} : { extensions: added as (keyof typeof extensions)[] }),
    ...(form.has('expose_address') ? { expose_address: true } : {}),
  };
}
