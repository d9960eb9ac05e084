import { expect, it } from 'vitest';
import { emulationOptions } from './emulation.ts';

it('the options of a context have a viewport and what else was requested', () => {
  expect(emulationOptions({})).toEqual({ viewport: { width: 1280, height: 800 } });
  expect(
    emulationOptions({
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 3,
      userAgent: 'Mine/1.0',
      locale: 'de-DE',
      timezone: 'Europe/Berlin',
      colorScheme: 'dark',
      extraHttpHeaders: { 'X-Trace': 'abc' },
    }),
  ).toEqual({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    userAgent: 'Mine/1.0',
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    colorScheme: 'dark',
    extraHTTPHeaders: { 'X-Trace': 'abc' },
  });
});

it.each([
  [{ viewport: { width: 0, height: 800 } }, 'a viewport of 0 x 800'],
  [{ viewport: { width: 1280, height: 20_000 } }, 'a viewport of 1280 x 20000'],
  [{ deviceScaleFactor: Number.NaN }, 'NaN device pixels'],
  [{ userAgent: 'Mine\r\nX-Evil: 1' }, 'a user agent that is no header value'],
  [{ locale: 'not a tag' }, 'the language `not a tag`'],
  [{ timezone: 'Europe/Atlantis' }, 'the time zone `Europe/Atlantis`'],
  [{ extraHttpHeaders: { 'X Y': '1' } }, 'a header `X Y`'],
  [{ extraHttpHeaders: { Host: 'evil.example' } }, 'a header `Host`'],
  [{ extraHttpHeaders: { 'Proxy-Authorization': 'x' } }, 'a header `Proxy-Authorization`'],
  [{ extraHttpHeaders: { 'X-Name': 'Ann\r\nX-Evil: 1' } }, 'a header `X-Name`'],
  [{ extraHttpHeaders: { 'X-Name': 'a'.repeat(9_000) } }, '1 headers of'],
  [
    { extraHttpHeaders: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`X-${i}`, ''])) },
    '51 headers',
  ],
])('what no browser can have or send is refused, without its value: %j', (look, named) => {
  expect(() => emulationOptions(look)).toThrow(
    expect.objectContaining({ code: 'invalid_input', message: expect.stringContaining(named) }),
  );
  expect(() => emulationOptions(look)).not.toThrow('evil: 1');
});
