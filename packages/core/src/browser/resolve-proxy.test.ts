import { expect, it } from 'vitest';
import { proxyText, resolveProxy } from './resolve-proxy.ts';

/** Returns the locations that the provider is asked for, and the notices. */
async function ask(location: Parameters<typeof resolveProxy>[0]) {
  const asked: string[] = [];
  const notices: string[] = [];
  const proxies = {
    specVersion: 'v1' as const,
    resolve: async (name: string) => {
      asked.push(name);
      return null;
    },
  };
  const notice = (sentence: string) => notices.push(sentence);
  await resolveProxy(location, { proxies, notice, signal: new AbortController().signal });
  return { asked, notices };
}

it.each([
  ['RESIDENTIAL_DE', 'RESIDENTIAL_DE'],
  ['US-CA', 'RESIDENTIAL_ISP'],
  [{ country: 'us', subdivision: 'ca' }, 'US-CA'],
  [{ country: 'US', subdivision: 'US-CA', city: 'San Diego' }, 'US-CA-San Diego'],
  [{ country: 'de', city: 'Berlin' }, 'DE-Berlin'],
])('the provider is asked for the proxy of %j as %s', async (location, name) => {
  expect(await ask(location)).toEqual({ asked: [name], notices: [`no proxy is configured for ${name}`] });
});

it('the default location without a proxy is not worth a notice, also when a request names it', async () => {
  expect(await ask('RESIDENTIAL')).toEqual({ asked: ['RESIDENTIAL'], notices: [] });
});

it.each(['NONE', null])('no provider is asked for %s', async (location) => {
  expect(await ask(location)).toEqual({ asked: [], notices: [] });
});

it('the text of a geo target has its parts', () => {
  expect(proxyText({ country: 'us', subdivision: 'US-NY', city: null })).toBe('US-NY');
  expect(proxyText(null)).toBe('');
});
